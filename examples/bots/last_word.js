// A bot for tablee in JavaScript: it plays the move with the longest notation. docs/engine.md
//   tablee arena shear-panic --bots 'command:node examples/bots/last_word.js,random'
const lines = require("node:readline").createInterface({ input: process.stdin });
let moves = [];

lines.on("line", (line) => {
  const [word, ...rest] = line.split(" ");
  if (word === "tablee") console.log("name last word");
  if (word === "moves") moves = rest.join(" ").split("\t");
  if (word === "go") console.log(`play ${moves.reduce((a, b) => (b.length > a.length ? b : a))}`);
  if (word === "quit") process.exit(0);
  console.log("ok");
});
