// The turn beside the board: points, what happened, and the chosen feature.

function showPlayers() {
  const turn = page.turns[shown.turn];
  const gained = gains(shown.turn);
  byId("players").replaceChildren(
    ...page.seats.map((seat, number) => {
      const card = element(
        "li",
        {class: number === turn.seat ? "player moving" : "player", title: seatName(number)},
        badge(seat),
        element("span", {class: "name"}, seatName(number)),
        element("span", {class: "points"}, ...pointsWithGain(turn.scores[number], gained[number])),
        element("span", {class: "supply"}, say(turn.supplies[number])),
      );
      card.style.setProperty("--seat", seat.colour);
      return card;
    }),
  );
}

function pointsWithGain(points, gain) {
  if (!gain) return [String(points)];
  const sign = gain > 0 ? "+" : "−";
  return [element("span", {class: "gain"}, `${sign}${Math.abs(gain)}`), ` ${points}`];
}

function badge(seat) {
  const [x, y, wide, high] = page.boxes[seat.badge];
  const drawn = element("canvas", {width: wide, height: high, "aria-hidden": "true"});
  drawn.getContext("2d").drawImage(sheets.figures, x, y, wide, high, 0, 0, wide, high);
  return drawn;
}

function showNews() {
  const turn = page.turns[shown.turn];
  byId("turn-title").textContent = turnName(shown.turn);
  // The end of the game is its last event, and what a reader looks for first.
  const events = turn.final ? [...turn.events.slice(-1), ...turn.events.slice(0, -1)] : turn.events;
  byId("news").replaceChildren(...events.map(event => eventLine(event)));
  byId("turn").scrollTop = 0;
  canvas.setAttribute(
    "aria-label",
    label("boardAfter", {turn: turnName(shown.turn), tiles: tilesAfter(shown.turn).length}),
  );
}

// A line about an event; one about a tile or an area is a button that shows it.
function eventLine(event) {
  const words = rich(say(event.text));
  if (event.area === undefined && event.tile === undefined) return element("li", {}, words);
  const on = event.area === undefined ? shown.tile === event.tile : shown.area === event.area;
  const choose = () => light(on ? {} : {area: event.area ?? null, tile: event.tile ?? null});
  return element("li", {}, element("button", {type: "button", "aria-pressed": String(on), click: choose}, words));
}

// Light an area or a tile on the board, and nothing else.
function light({area = null, tile = null}) {
  Object.assign(shown, {features: [], chosen: 0, area, tile});
  showChoice();
}

// Choose some features of the board; `zone` is the one that was tapped.
function chooseFeatures(features, chosen = 0, zone = null) {
  Object.assign(shown, {features, chosen, zone, area: null, tile: null});
  showChoice();
}

function showChoice() {
  showFeature();
  showNews();
  showView();
  drawBoard();
  if (litArea() || shown.tile !== null) byId("table").scrollIntoView({block: "nearest"});
  if (shown.features.length) byId("words").scrollIntoView({block: "nearest"});
}

function showFeature() {
  const card = byId("feature");
  card.hidden = !shown.features.length;
  if (card.hidden) return;
  byId("side").scrollTop = 0;
  card.scrollTop = 0;
  const feature = shown.features[shown.chosen];
  const close = element("button", {type: "button", "aria-label": label("close"), click: () => chooseFeatures([])}, "✕");
  const heading = element("h2", {}, rich(say(feature[6])));
  card.replaceChildren(element("div", {class: "feature-head"}, heading, close));
  if (feature[5] !== null) card.append(element("p", {}, rich(say(feature[5]))));
  if (shown.features.length > 1) {
    const others = shown.features.flatMap((_, number) => (number === shown.chosen ? [] : [featureLine(number)]));
    card.append(element("ul", {class: "lines"}, ...others));
  }
  const zones = areaZones[feature[0]];
  const before = scoresUntil(shown.turn).filter(([, event]) => covers(event, zones));
  if (before.length) {
    card.append(
      element("h3", {}, label("scoredBefore")),
      element("ul", {class: "lines"}, ...before.map(([turn, event]) => scoreLine(turn, event))),
    );
  }
}

function covers(event, zones) {
  return event.area !== undefined && [...areaZones[event.area]].some(zone => zones.has(zone));
}

// What a list says of a feature: its owners, size and place, its worth and open ends.
function featureText([, line, , , , details]) {
  return details === null ? say(line) : `${say(line)} ${say(details)}`;
}

// Another feature of the tapped zone; a press chooses it.
function featureLine(number) {
  const choose = () => {
    chooseFeatures(shown.features, number, shown.zone);
    byId("feature").querySelector("button").focus();
  };
  const words = rich(say(shown.features[number][6]));
  return element("li", {}, element("button", {type: "button", click: choose}, words));
}

// A score with the number of its turn; a press shows the board after it and lights the feature.
function scoreLine(turn, event) {
  const show = () => {
    showTurn(turn);
    if (event.area !== undefined) light({area: event.area});
  };
  const on = String(shown.turn === turn && event.area !== undefined && shown.area === event.area);
  return element(
    "li",
    {},
    element(
      "button",
      {type: "button", "aria-pressed": on, click: show},
      element("span", {class: "number"}, page.turns[turn].final ? "🏁" : String(turn)),
      rich(say(event.text)),
    ),
  );
}
