// The points after each turn, as a chart and along the slider.

const CHART = {wide: 420, high: 260, left: 34, right: 12, top: 12, bottom: 26};

function chartView() {
  const last = lastTurn();
  const most = Math.max(10, ...page.turns[last].scores);
  const across = turn => CHART.left + (turn / Math.max(1, last)) * (CHART.wide - CHART.left - CHART.right);
  const up = points => CHART.high - CHART.bottom - (points / most) * (CHART.high - CHART.top - CHART.bottom);
  const parts = [];
  const step = [5, 10, 20, 25, 50, 100].find(each => most / each <= 6) || 200;
  for (let points = 0; points <= most; points += step) {
    parts.push(drawn("line", {class: "grid", x1: CHART.left, x2: CHART.wide - CHART.right, y1: up(points), y2: up(points)}));
    parts.push(drawn("text", {x: CHART.left - 6, y: up(points) + 4, "text-anchor": "end"}, String(points)));
  }
  for (let turn = 0; turn <= last; turn += Math.max(5, 5 * Math.round(last / 40))) {
    parts.push(drawn("text", {x: across(turn), y: CHART.high - 6, "text-anchor": "middle"}, String(turn)));
  }
  for (const kind of ["rim", "line"]) {
    page.seats.forEach((seat, number) => {
      const points = page.turns.map((row, turn) => `${across(turn)},${up(row.scores[number])}`).join(" ");
      const line = drawn("polyline", {class: kind, points});
      if (kind === "line") line.style.stroke = seat.colour;
      parts.push(line);
    });
  }
  parts.push(drawn("line", {class: "now", x1: across(shown.turn), x2: across(shown.turn), y1: CHART.top, y2: CHART.high - CHART.bottom}));
  const chart = drawn("svg", {class: "chart", viewBox: `0 0 ${CHART.wide} ${CHART.high}`, role: "img", "aria-label": chartWords()});
  chart.append(...parts);
  chart.addEventListener("click", event => {
    const box = chart.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * CHART.wide;
    showTurn(Math.round(((x - CHART.left) / (CHART.wide - CHART.left - CHART.right)) * last));
  });
  return [element("h3", {}, label("chartTitle")), chart, ...page.seats.map(legendLine)];
}

function chartWords() {
  const points = page.turns[shown.turn].standings.map(text => rich(say(text)).textContent);
  return `${label("chartTitle")}. ${turnName(shown.turn)}. ${points.join(" ")}`;
}

function legendLine(seat, number) {
  const line = element("p", {class: "legend"}, badge(seat), element("span", {}, seatName(number)));
  line.append(element("strong", {}, String(page.turns[shown.turn].scores[number])));
  return line;
}

// A bar above the slider for each turn that brought points, in the colour of who got most.
function showMarks() {
  const last = Math.max(1, lastTurn());
  const most = Math.max(8, ...page.turns.map((_, turn) => Math.max(...gains(turn))));
  const marks = byId("marks");
  marks.setAttribute("viewBox", `0 0 ${last} 100`);
  marks.replaceChildren(
    ...page.turns.flatMap((_, turn) => {
      const gained = gains(turn);
      const best = Math.max(...gained);
      if (best <= 0) return [];
      const place = {x1: turn, x2: turn, y1: 100, y2: 100 - Math.max(14, (best / most) * 100)};
      const bar = drawn("line", place);
      bar.style.stroke = page.seats[gained.indexOf(best)].colour;
      return [drawn("line", {class: "rim", ...place}), bar];
    }),
  );
}

function drawn(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
