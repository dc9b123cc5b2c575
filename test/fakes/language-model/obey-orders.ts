/** The output that a prompt injection in a text causes. */
export interface Obeyed {
  text: string;
  /** Replaces the regular output instead of following it. */
  isAlone: boolean;
  /** Applies to all blocks of the request. */
  isEverywhere: boolean;
}

/** `orderNumber` is the number in the text; `instructions` is the system prompt. */
export type Obey = (orderNumber: number, instructions: string) => Obeyed | null;

/** A text injects an order by containing `order no. 7`. */
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
