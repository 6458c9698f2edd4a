// Cards in texts: the rank and the sign of the suit, as on the table. Pure, the twin of match/table/card_texts.py of the
// Python client.

/** Signs of suits by their letters. @type {{[letter: string]: string}} */
const SIGNS = {c: "♣", d: "♦", h: "♥", s: "♠"};

/** Return a card as it is drawn: 10♥ for Th. Any other text stays. @param {string} text */
export const shownCard = (text) => text.replace(/^([2-9TJQKA])([cdhs])$/, (_, rank, suit) => rank.replace("T", "10") + SIGNS[suit]);
