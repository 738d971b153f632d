/** The channels, the day and *Tools* at the head of simcord's page; links to messages open there. */

const PLACE = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

/** Switch the channels that `snapshot.rooms` lists; app.js of simcord gives its state and actions. */
export function createChannels({ ui, state, dispatch }) {
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
  function update(snapshot) {
    const list = snapshot.rooms || [];
    today.textContent = snapshot.day || "";
    if (JSON.stringify(list) === shownRooms) return;
    shownRooms = JSON.stringify(list);
    rooms.replaceChildren(...list.map(tabOf));
    rooms.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const place = PLACE.exec(link?.href);
    if (!place || !(state.snapshot?.rooms || []).some((room) => room.id === place[1])) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(place[1], place[2] || null);
  }, true);
  function admission() {
    nextDay.disabled = Boolean(state.pendingAction);
  }
  return { update, admission };
}
