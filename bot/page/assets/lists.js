// The views beside the board: scores, tiles left, the board in words, the review.

function scoresView() {
  const scored = scoresUntil(shown.turn).filter(([, event]) => event.points.length);
  const found = [pointsTable(scored)];
  if (!scored.length) found.push(element("p", {class: "quiet"}, label("nothing")));
  const lines = scored.toReversed().map(([turn, event]) => scoreLine(turn, event));
  found.push(element("ul", {class: "lines"}, ...lines));
  return found;
}

// The points of each seat by kind of feature.
function pointsTable(scored) {
  const byKind = new Map();
  for (const [, event] of scored) {
    if (!byKind.has(event.kind)) byKind.set(event.kind, page.seats.map(() => 0));
    for (const [seat, points] of event.points) byKind.get(event.kind)[seat] += points;
  }
  const rows = [...byKind].map(([kind, points]) => {
    const [icon, heading] = page.scoreKinds[kind];
    return element(
      "tr",
      {},
      element("th", {scope: "row"}, `${icon}\u00A0${say(heading)}`),
      ...points.map(number => element("td", {}, String(number || "·"))),
    );
  });
  // Six names do not fit a phone: the badges are those of the players above the board.
  const heads = page.seats.map((seat, number) => {
    const name = seatName(number);
    return element("th", {scope: "col", title: name}, badge(seat), element("span", {class: "unseen"}, name));
  });
  const totals = page.turns[shown.turn].scores.map(points => element("td", {}, String(points)));
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, element("th", {scope: "col"}, label("points")), ...heads)),
    element("tbody", {}, ...rows),
    element("tfoot", {}, element("tr", {}, element("th", {scope: "row"}, label("total")), ...totals)),
  );
}

function tilesView() {
  const left = tilesLeft(shown.turn);
  return page.piles.flatMap(pile => {
    const counts = left.get(pile.bag);
    const all = [...counts.values()].reduce((sum, number) => sum + number, 0);
    const kinds = pile.groups.map(([kind, members]) => {
      const number = members.reduce((sum, [member]) => sum + counts.get(member), 0);
      return tileKind(kind, number);
    });
    return [element("h3", {}, `${say(pile.name)}: ${all}`), element("ul", {class: "kinds"}, ...kinds)];
  });
}

function tileKind(kind, number) {
  const drawn = element("canvas", {width: 112, height: 112, "aria-hidden": "true"});
  drawSprite(drawn.getContext("2d"), page.shown[kind], 0, 0, 112);
  return element("li", {class: number ? "" : "none"}, drawn, element("span", {}, String(number)));
}

// Everything on the board as a list; a line lights its feature.
function wordsView() {
  const turn = page.turns[shown.turn];
  const found = [element("p", {class: "quiet"}, label("listHelp"))];
  page.featureKinds.forEach((heading, kind) => {
    const listed = turn.features
      .map(number => page.features[number])
      .filter(feature => feature[2] === kind && feature[4]);
    const lines = listed.map(feature => {
      const on = shown.features[shown.chosen] === feature;
      const choose = () => chooseFeatures(on ? [] : [feature]);
      const words = rich(featureText(feature));
      return element("li", {}, element("button", {type: "button", "aria-pressed": String(on), click: choose}, words));
    });
    if (kind in turn.trifles) lines.push(element("li", {class: "quiet"}, rich(say(turn.trifles[kind]))));
    if (!lines.length) return;
    found.push(element("h3", {}, say(heading)), element("ul", {class: "lines"}, ...lines));
  });
  if (turn.notes.length) {
    found.push(element("h3", {}, label("notes")));
    found.push(element("ul", {class: "lines"}, ...turn.notes.map(text => element("li", {}, rich(say(text))))));
  }
  found.push(element("h3", {}, label("names")), element("ul", {class: "lines"}, ...turn.standings.map(seatLine)));
  return found;
}

function seatLine(text, seat) {
  return element("li", {}, rich(say(text)), ` ${say(page.turns[shown.turn].supplies[seat])}.`);
}

function reviewView() {
  const found = [element("p", {}, rich(say(page.review.lost)))];
  page.review.seats.forEach((mistakes, seat) => {
    found.push(element("h3", {}, seatName(seat)));
    const lines = mistakes.map(([text, turn]) => {
      const show = () => showTurn(turn);
      return element("li", {}, element("button", {type: "button", click: show}, rich(say(text))));
    });
    if (!lines.length) lines.push(element("li", {class: "quiet"}, label("reviewNone")));
    found.push(element("ul", {class: "lines"}, ...lines));
  });
  return found;
}
