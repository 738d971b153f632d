"""The script and style of the page's head: channel tabs, *Skip a day* and *Tools*."""

from typing import Final

CHANNEL_SCRIPT: Final = r"""
const rooms = Object.assign(document.createElement("nav"), { className: "rooms" });
rooms.setAttribute("aria-label", "Channels");
const today = Object.assign(document.createElement("span"), { className: "today" });
const nextDay = Object.assign(document.createElement("button"), {
  className: "next-day", type: "button", textContent: "Skip a day",
  title: "Let a day pass: reminders, clocks and absences take their course",
});
nextDay.addEventListener("click", () => dispatch("refresh", { days: 1 }));
const header = ui.channelName.closest(".channel-header");
header.prepend(rooms);
const tools = Object.assign(document.createElement("button"), {
  className: "toolbar-button tools", type: "button", textContent: "Tools",
  title: "Show or hide the preview's own controls",
});
tools.setAttribute("aria-expanded", "false");
tools.addEventListener("click", () => {
  const open = document.body.classList.toggle("tools-open");
  tools.setAttribute("aria-expanded", String(open));
});
document.querySelector(".viewer-control").after(tools);
// On a phone the line of the tabs has no room for more than them.
const phone = window.matchMedia("(max-width: 760px)");
function placeDay() {
  if (phone.matches) tools.after(today, nextDay);
  else header.append(today, nextDay);
}
phone.addEventListener("change", placeDay);
placeDay();
let shownRooms = "";
function goTo(room, message = null) {
  if (state.viewerId) {
    dispatch("viewer", { viewer_id: state.viewerId, channel_id: room, target_id: message });
  }
}
function tabOf(room) {
  const tab = document.createElement("button");
  Object.assign(tab, { className: "room", type: "button" });
  tab.dataset.room = room.id;
  tab.classList.toggle("room-unread", room.unread);
  if (room.shown) tab.setAttribute("aria-current", "page");
  tab.append(Object.assign(document.createElement("span"), {
    className: "room-glyph", textContent: room.glyph,
  }), Object.assign(document.createElement("span"), {
    className: "room-name", textContent: room.name,
  }));
  if (room.called) {
    const badge = document.createElement("span");
    badge.className = "room-called";
    badge.textContent = String(room.called);
    badge.setAttribute("aria-label", `${room.called} for you`);
    tab.append(badge);
  }
  tab.addEventListener("click", () => goTo(room.id));
  return tab;
}
function showRooms(snapshot) {
  const list = snapshot.rooms || [];
  today.textContent = snapshot.day || "";
  if (JSON.stringify(list) === shownRooms) return;
  shownRooms = JSON.stringify(list);
  rooms.replaceChildren(...list.map(tabOf));
  rooms.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
const PLACE = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const place = PLACE.exec(link?.href);
  if (!place || !(state.snapshot?.rooms || []).some((room) => room.id === place[1])) return;
  event.preventDefault();
  event.stopPropagation();
  goTo(place[1], place[2] || null);
}, true);
"""
"""Tabs of the channels with their unread marks, in JavaScript; message links open their channel."""

CHANNEL_STYLE: Final = """
.channel-hash, .channel-heading h1 { display: none; }
.channel-topic { border-left: 0; padding-left: 0; }
.rooms { display: flex; flex: 0 1 auto; min-width: 0; gap: 2px; overflow-x: auto; }
.rooms { scrollbar-width: none; }
.channel-header .rooms button.room {
  display: flex; flex: 0 0 auto; align-items: center; gap: 2px; min-height: 32px; padding: 4px 8px;
  color: var(--discord-muted); background: transparent; font-size: 15px; white-space: nowrap;
}
.channel-header .rooms button.room:hover { background: var(--discord-hover); }
.channel-header .rooms button.room-unread { color: var(--discord-text); font-weight: 700; }
.channel-header .rooms button.room[aria-current] {
  color: var(--discord-text); background: var(--subtle-surface); font-weight: 600;
}
.room-glyph { color: var(--discord-muted); font-weight: 400; }
.room-called {
  min-width: 16px; margin-left: 4px; padding: 0 5px; border-radius: 8px; line-height: 16px;
  color: #fff; background: var(--discord-red); font-size: 12px; font-weight: 700;
}
.channel-message .attachment-image { max-height: min(calc(var(--preview-height) * .72), 650px); }
.today { flex: 0 0 auto; color: var(--discord-muted); font-size: 13px; white-space: nowrap; }
button.next-day {
  flex: 0 0 auto; min-height: 32px; padding: 4px 12px; color: #fff; font-size: 14px;
  background: var(--discord-brand); font-weight: 600; white-space: nowrap;
}
body:not(.tools-open) .preview-toolbar > :not(
  .viewer-control, .tools, #action-status, .today, .next-day
) {
  display: none;
}
@media (max-width: 760px) {
  body:not(.tools-open) .preview-shell { --toolbar-height: 44px; }
  body:not(.tools-open) #action-status { display: none; }
  .channel-header { gap: 6px; padding: 8px; }
  .channel-heading { display: none; }
  .preview-toolbar .today { margin-left: auto; }
  body.tools-open .preview-toolbar :is(.today, .next-day) { display: none; }
  .channel-header .rooms { flex: 1 1 auto; gap: 0; }
  .channel-header .rooms button.room { padding: 4px 5px; font-size: 13px; }
  button.next-day { padding: 4px 8px; font-size: 13px; }
}
"""
