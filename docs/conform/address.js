// Answers for `abnfc conform --protocol json`: is a text an IPv4 address for Node.js?

const { isIPv4 } = require("node:net");
const { createInterface } = require("node:readline");

createInterface({ input: process.stdin }).on("line", (line) => {
  const { text, hex } = JSON.parse(line);
  console.log(isIPv4(text ?? Buffer.from(hex, "hex").toString("latin1")));
});
