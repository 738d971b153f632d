// The controls, and the start of the page.

const PLAY_MILLISECONDS = 1100;
const SCORE_MILLISECONDS = 2300;
const VIEWS = {
  scores: scoresView,
  chart: chartView,
  tiles: tilesView,
  words: wordsView,
  review: reviewView,
  seal: sealView,
};

let playing = 0;

// Show the board after a turn.
function showTurn(number) {
  const turn = Math.min(Math.max(number, 0), lastTurn());
  if (turn === shown.turn && (shown.features.length || shown.area !== null)) light({});
  const tapped = shown.zone ?? null;
  const kept = tapped === null || !shown.features.length ? [] : featuresAt(turn, tapped);
  const chosen = Math.min(shown.chosen, Math.max(0, kept.length - 1));
  Object.assign(shown, {turn, features: kept, chosen, area: null, tile: null});
  if (turn === lastTurn()) stopPlaying();
  showAll();
}

function showAll() {
  const turn = shown.turn;
  const slider = byId("slider");
  slider.max = lastTurn();
  slider.value = turn;
  slider.setAttribute("aria-valuetext", turnName(turn));
  for (const id of ["start", "earlier"]) byId(id).disabled = turn === 0;
  for (const id of ["later", "last"]) byId(id).disabled = turn === lastTurn();
  showPlayers();
  showFeature();
  showNews();
  showView();
  followBoard();
  history.replaceState(null, "", `#${turn}`);
}

function showView() {
  for (const tab of byId("tabs").children) {
    const on = tab.dataset.view === shown.view;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
  }
  const panel = byId("panel");
  panel.setAttribute("aria-labelledby", `tab-${shown.view}`);
  const kept = document.activeElement;
  const place = panel.contains(kept) ? [...panel.querySelectorAll("button")].indexOf(kept) : -1;
  panel.replaceChildren(...VIEWS[shown.view]());
  if (place >= 0) panel.querySelectorAll("button")[place]?.focus();
}

function togglePlay() {
  if (playing) {
    stopPlaying();
    return;
  }
  if (shown.turn === lastTurn()) showTurn(0);
  byId("turn").setAttribute("aria-live", "off");
  byId("play").setAttribute("aria-pressed", "true");
  playOn();
}

function playOn() {
  const scored = gains(shown.turn).some(points => points > 0);
  playing = setTimeout(() => {
    showTurn(shown.turn + 1);
    if (playing) playOn();
  }, scored ? SCORE_MILLISECONDS : PLAY_MILLISECONDS);
}

function stopPlaying() {
  clearTimeout(playing);
  playing = 0;
  byId("turn").setAttribute("aria-live", "polite");
  byId("play").setAttribute("aria-pressed", "false");
}

// Names of everything that never changes but for the language.
function showLabels() {
  document.documentElement.lang = language;
  document.title = say(page.title);
  byId("title").textContent = say(page.title);
  byId("options").textContent = page.options.map(say).join(" · ");
  const named = {
    ...{larger: "larger", smaller: "smaller", fit: "fit", start: "start", earlier: "earlier"},
    ...{play: "play", later: "later", last: "end", table: "board", transport: "turnSlider"},
    ...{slider: "turnSlider", players: "names"},
  };
  for (const [id, name] of Object.entries(named)) byId(id).setAttribute("aria-label", label(name));
  byId("tap-help").textContent = label("tapHelp");
  byId("turn-help").textContent = label("turnHelp");
  byId("tabs").setAttribute("aria-label", label("views"));
  const names = {scores: "scores", chart: "chart", tiles: "tiles", words: "words", review: "review", seal: "seal"};
  const views = Object.keys(VIEWS).filter(view => view !== "review" || page.review);
  byId("tabs").replaceChildren(
    ...views.map(view =>
      element(
        "button",
        {
          ...{type: "button", role: "tab", id: `tab-${view}`, "data-view": view, "aria-controls": "panel"},
          click: () => chooseView(view),
        },
        label(names[view]),
      ),
    ),
  );
  byId("languages").replaceChildren(
    ...Object.entries(page.languages).map(([code, name]) =>
      element(
        "button",
        {
          ...{type: "button", lang: code, "aria-label": `${code.toUpperCase()}: ${name}`, "aria-pressed": String(code === language)},
          click: () => chooseLanguage(code),
        },
        code.toUpperCase(),
      ),
    ),
  );
  showTheme();
}

function chooseView(view) {
  shown.view = view;
  showView();
}

function chooseLanguage(code) {
  language = code;
  remember("language", code);
  showLabels();
  showAll();
}

function showTheme() {
  const dark = document.documentElement.classList.contains("dark");
  byId("theme").textContent = dark ? "☀" : "☾";
  byId("theme").setAttribute("aria-label", label(dark ? "light" : "dark"));
}

function prepareTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (remembered("theme") ? remembered("theme") === "dark" : system.matches);
  const apply = () => {
    document.documentElement.classList.toggle("dark", dark());
    showTheme();
  };
  system.addEventListener("change", apply);
  byId("theme").addEventListener("click", () => {
    const now = document.documentElement.classList.toggle("dark");
    remember("theme", now ? "dark" : "light");
    showTheme();
  });
  apply();
}

function prepareControls() {
  const moves = {start: () => 0, earlier: () => shown.turn - 1, later: () => shown.turn + 1, last: lastTurn};
  for (const [id, turn] of Object.entries(moves)) {
    byId(id).addEventListener("click", () => {
      stopPlaying();
      showTurn(turn());
    });
  }
  byId("play").addEventListener("click", togglePlay);
  byId("slider").addEventListener("input", event => {
    stopPlaying();
    showTurn(Number(event.target.value));
  });
  byId("tabs").addEventListener("keydown", event => {
    const tabs = [...byId("tabs").children];
    const at = tabs.findIndex(tab => tab.dataset.view === shown.view);
    const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    chooseView(tab.dataset.view);
    tab.focus();
  });
}

async function openPage() {
  await loadPage();
  language = languageAtFirst();
  prepareGame();
  const asked = Number.parseInt(location.hash.slice(1), 10);
  shown.turn = Number.isNaN(asked) ? lastTurn() : Math.min(Math.max(asked, 0), lastTurn());
  await Promise.all([...document.images].map(image => image.decode()));
  prepareBoard();
  prepareGestures();
  prepareControls();
  showLabels();
  prepareTheme();
  showMarks();
  showAll();
  document.documentElement.dataset.ready = "yes";
}

openPage();
