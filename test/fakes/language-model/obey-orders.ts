/** What a text that orders the stand-in about makes it say. */
export interface Obeyed {
  text: string;
  /** In place of its work, not behind it. */
  isAlone: boolean;
  /** In all that it was asked for together with that text. */
  isEverywhere: boolean;
}

/** By the number of the order, as the text names it; `instructions` is what the stand-in was told. */
export type Obey = (order: number, instructions: string) => Obeyed | null;

/** What the orders in a text make of an answer. A text orders by holding `order no. 7`. */
export function obeyIn(text: string, good: string, instructions: string, obey: Obey): string {
  const obeyed = orderIn(text, instructions, obey);
  return obeyed === null ? good : sayAs(obeyed, good);
}

export function orderIn(text: string, instructions: string, obey: Obey): Obeyed | null {
  const number = /order no\. (\d+)/.exec(text)?.[1];
  return number === undefined ? null : obey(Number(number), instructions);
}

export function sayAs({ text, isAlone }: Obeyed, good: string): string {
  return isAlone ? text : `${good} ${text}`;
}
