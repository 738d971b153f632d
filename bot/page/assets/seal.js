// The seal of the shuffle, calculated by the browser.

async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

// Whether the tiles were drawn in the order of their piles; one that went back comes again later.
function drawnInOrder() {
  const next = new Map();
  const back = new Map();
  for (const [bag, kind, returns] of page.turns.flatMap(turn => turn.draws)) {
    const order = page.seal.bags[bag];
    const waiting = back.get(bag) || [];
    const at = next.get(bag) || 0;
    if (order[at] === page.kindNames[kind]) next.set(bag, at + 1);
    else if (waiting.includes(kind)) waiting.splice(waiting.indexOf(kind), 1);
    else return false;
    if (returns) waiting.push(kind);
    back.set(bag, waiting);
  }
  return true;
}

function orderInText() {
  return Object.entries(page.seal.bags).every(([bag, order]) =>
    page.seal.text.split("\n").includes(`${bag}: ${order.join(" ")}`),
  );
}

function sealView() {
  const seal = page.seal;
  if (seal.state === "none") return [element("p", {}, label("sealNone"))];
  const published = element("p", {class: "hash"}, seal.commitment);
  if (seal.state === "wait") return [element("p", {}, label("sealWait")), published];
  const result = element("p", {role: "status"}, "…");
  checkSeal().then(([good, words]) => {
    result.className = good ? "seal-good" : "seal-bad";
    result.replaceChildren(...words.map(text => element("span", {}, `${good ? "✓" : "✗"} ${text} `)));
  });
  return [
    result,
    element("p", {}, label("sealHelp")),
    published,
    element("p", {}, label("sealHow")),
    element("pre", {tabindex: "0"}, seal.text),
  ];
}

// True with what was found, or false with what is wrong.
async function checkSeal() {
  if (!globalThis.crypto?.subtle) return [false, [label("sealOff")]];
  if ((await sha256(page.seal.text)) !== page.seal.commitment) return [false, [label("sealBad")]];
  if (!orderInText() || !drawnInOrder()) return [false, [label("sealOrder")]];
  return [true, [label("sealGood"), label("sealDrawn")]];
}
