"""Patches of the files of simcord 3.2's page, applied as they are served."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from bot.playground.page_header import CHANNEL_SCRIPT, CHANNEL_STYLE


class PlaygroundError(RuntimeError):
    """An error that keeps the playground from opening; its text is for the user at the terminal."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A patch of a file of simcord's page: ``old`` occurs once and is replaced by ``new``."""

    name: str
    file: str
    old: str
    new: str

    def apply(self, text: str) -> str:
        """Apply the patch to the text of its file."""
        if text.count(self.old) != 1:
            raise missing_error(self.name, f"{self.old!r} in {self.file}")
        return text.replace(self.old, self.new)


TYPING_SCRIPT: Final = r"""
  function fillTyped(text, into) {
    const names = optionsFor().map((one) => one.name);
    const [bare, ...pairs] = text.split(new RegExp(`(?:^|\\s)(${names.join("|")}):\\s*`));
    const said = bare.trim() || !pairs.length ? [[into.name, bare]] : [];
    if (!said.length) drafts.remove(into.name);
    while (pairs.length) said.push(pairs.splice(0, 2));
    const last = said.at(-1)[0];
    for (const [name, value] of said) {
      const option = optionsFor().find((one) => one.name === name);
      const typed = name === last ? value.trimStart() : value.trim();
      const choice = optionChoices(option).find(
        (one) => String(one.name).toLowerCase() === typed.trim().toLowerCase());
      if (!option.required) drafts.add(name);
      const taken = choice ? choice.value : typed;
      drafts.value(name, { raw: typeof taken === "boolean" ? taken : String(taken) });
    }
    drafts.focus(last);
    renderCompose({ focus: true });
    const found = queryElement(commandElement(), `[data-option="${CSS.escape(last)}"] input`);
    if (found?.value) found.dispatchEvent(new Event("input"));
  }
  function selectTyped(said) {
    const fitting = (catalog?.entries || []).filter((one) => said.startsWith(one.invocation + " "));
    const entry = fitting.sort((a, b) => b.invocation.length - a.invocation.length)[0];
    const rest = entry ? said.slice(entry.invocation.length).trimStart() : "";
    const asked = entry?.options.some((one) => one.required);
    if (!entry?.options.length || !(rest || asked)) return false;
    select(entry);
    const text = entry.options.find((one) => typeName(one.type) === "string");
    fillTyped(rest, text || entry.options[0]);
    return true;
  }
  function spreadTyped(option, field) {
    const trimmed = field.value.trimStart();
    if (trimmed !== field.value) field.value = trimmed;
    const names = optionsFor().map((one) => one.name).join("|");
    if (!new RegExp(`(?:^|\\s)(${names}):`).test(trimmed)) return false;
    fillTyped(trimmed, option);
    return true;
  }
  function runTyped() {
    const entry = matches.find((one) => one.invocation === query.trim());
    if (!entry || entry.options.some((one) => one.required)) return false;
    select(entry);
    validateAndRun();
    return true;
  }
  function settled(owner) {
    const option = optionsFor().find((one) => one.name === owner.dataset.option);
    return Boolean(option && owner.value && optionValue(option).valid);
  }
  function takeOffered(event) {
    if (!popup || popupElement().hidden || currentPopupOwner !== event.target) return false;
    const offered = queryElement(popupElement(), '[aria-selected="true"], [role="option"]');
    offered?.click();
    return Boolean(offered);
  }
  function focusMissing() {
    const [missing] = missingRequired();
    if (!missing || missing === currentDraft().focused) return false;
    if (checkedOptions().invalid.length) return false;
    drafts.focus(missing);
    renderCompose({ focus: true });
    return true;
  }
  function runLater() {
    if (!draft || pendingKind === "run_command") return;
    const { id, version } = currentDraft();
    setTimeout(() => {
      if (draft?.id === id && draft.version === version && pendingKind !== "run_command") {
        validateAndRun();
      }
    }, 100);
  }
"""
"""Typing slash commands on simcord's page, in JavaScript."""


PATCHES: Final = (
    Patch(
        "the newest message stays in sight while pictures load and when the player changes",
        "timeline.js",
        "ready && state.scrollIntent?.policy",
        'ready && "target"',
    ),
    Patch(
        "the page scrolls again only where it was ready before",
        "timeline.js",
        "state.ready = false;\n      if (",
        "const r = state.ready; state.ready = false; if (r && ",
    ),
    Patch(
        "a new state of the channel is not ready before its pictures are",
        "timeline.js",
        "const ids = (snapshot",
        "state.ready = false; const ids = (snapshot",
    ),
    Patch(
        "the page goes to the bottom where the message looked for is the last",
        "timeline.js",
        'policy: "target"',
        'policy: ids.at(-1) == snapshot.targetId ? "bottom" : "target"',
    ),
    Patch(
        "choices are offered before anything is typed, and Enter sends what is filled",
        "commands.js",
        "autocomplete) {\n            const",
        'autocomplete && !field.value) { queryAutocomplete(option, ""); const',
    ),
    Patch(
        "short values are shown whole",
        "preview.css",
        ".command-option-input { flex",
        ".command-option-input { box-sizing: content-box; flex",
    ),
    Patch(
        "what follows a command goes into its first option of text, as in Discord",
        "commands.js",
        "query = value.slice(1);",
        "query = value.slice(1); if (selectTyped(query)) return;",
    ),
    Patch(
        "options are also given by typing their names",
        "commands.js",
        'field.addEventListener("input", () => {',
        'field.addEventListener("input", () => { if (spreadTyped(option, field)) return;',
    ),
    Patch(
        "a list marks its first line only where what is typed cannot be sent as it is",
        "commands.js",
        "if (listItems.length) suggestionListbox",
        "if (listItems.length && !optional && !settled(owner)) suggestionListbox",
    ),
    Patch(
        "Enter sends a command whose whole name is typed, if it needs no more",
        "commands.js",
        'if (["ArrowDown", "ArrowUp", "Enter", "Tab"]',
        'if (event.key === "Enter" && runTyped()) return true;\n'
        '      if (["ArrowDown", "ArrowUp", "Enter", "Tab"]',
    ),
    Patch(
        "Tab takes what is marked, or the first line",
        "commands.js",
        'if (event.key === "Enter") {',
        'if (event.key === "Tab" && !event.shiftKey && takeOffered(event)) return true;\n'
        '    if (event.key === "Enter") {',
    ),
    Patch(
        "Enter goes on to what is missing, else it sends",
        "commands.js",
        "validateAndRun(); return true;",
        "if (!focusMissing()) validateAndRun(); return true;",
    ),
    Patch(
        "a command waits for an answer that is under way",
        "commands.js",
        "draftId: currentDraft().id, draftVersion: currentDraft().version,\n    });\n  }\n  /**",
        "draftId: currentDraft().id, draftVersion: currentDraft().version,\n    });\n"
        "    runLater();\n  }\n  /**",
    ),
    Patch(
        "what typing a command does",
        "commands.js",
        "  function validateAndRun() {",
        TYPING_SCRIPT + "  function validateAndRun() {",
    ),
    Patch(
        "channels are switched and days skipped",
        "app.js",
        "const focus = createFocus();",
        CHANNEL_SCRIPT + "const focus = createFocus();",
    ),
    Patch(
        "the channels there are, and what is new in them, are shown",
        "app.js",
        "  workbench.update(snapshot, {",
        "  showRooms(snapshot);\n  workbench.update(snapshot, {",
    ),
    Patch(
        "a day is skipped once a press",
        "app.js",
        "  timeline.admission(blocked);",
        "  nextDay.disabled = Boolean(state.pendingAction);\n  timeline.admission(blocked);",
    ),
    Patch(
        "the switch of the channels stands where the name of the only one stood",
        "preview.css",
        ".channel-timeline { flex: 1 1 auto;",
        CHANNEL_STYLE + ".channel-timeline { flex: 1 1 auto;",
    ),
)
"""In the order of application."""


def patched_file(file: str, text: str) -> str:
    """Apply all patches to a file. Raise PlaygroundError that names the first that fails."""
    for patch in PATCHES:
        if patch.file == file:
            text = patch.apply(text)
    return text


def missing_error(name: str, what: str) -> PlaygroundError:
    """Return the error for a patch whose place is missing."""
    from simcord import __version__

    return PlaygroundError(
        f"simcord {__version__} does not fit the playground's patch “{name}”: {what} is not there"
    )


def require_attribute(owner: object, attribute: str, name: str, *, takes: str | None = None) -> Any:
    """Return an attribute of simcord that a patch changes; check that it takes a parameter."""
    where = f"{getattr(owner, '__name__', type(owner).__name__)}.{attribute}"
    if not hasattr(owner, attribute):
        raise missing_error(name, where)
    attribute_value: Callable[..., Any] = getattr(owner, attribute)
    if takes is not None and takes not in inspect.signature(attribute_value).parameters:
        raise missing_error(name, f"the parameter {takes} of {where}")
    return attribute_value
