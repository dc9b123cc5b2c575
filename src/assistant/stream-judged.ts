import { bareText } from './bare-text.ts';
import { cutLetters } from './clean-words.ts';

/** Letters a link can be spelled with once look-alikes and invisible characters are resolved. */
const linkLetters = /^[!-~]*$/;

/** Drops the last word: it may go on, and the beginning of a link does not look like one. */
function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0) {
    const isPair = end > 1 && text.codePointAt(end - 2) !== text.charCodeAt(end - 2);
    const start = end - (isPair ? 2 : 1);
    if (!linkLetters.test(bareText(text.slice(start, end)))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** Longer than what tells that instructions are being repeated. */
const heldBack = 32;

/**
 * Passes on of a text that comes in pieces what has been judged: `judge` gives what may be shown of what has come so
 * far, null where no more of it may. Its end is held back until more has come: it may be the beginning of a link, of
 * markup or of the instructions. What would change what has been passed on ends the passing on.
 */
export function streamJudged(judge: (soFar: string) => string | null, onPiece: (text: string) => void) {
  let soFar = '';
  let sent = '';
  let isOver = false;

  function send(shown: string | null): void {
    if (shown === null || !shown.startsWith(sent)) isOver = true;
    else if (shown.length > sent.length) {
      onPiece(shown.slice(sent.length));
      sent = shown;
    }
  }

  return {
    take(piece: string): void {
      soFar += piece;
      if (isOver) return;
      const shown = judge(soFar);
      send(shown === null ? null : judge(withoutLastWord(cutLetters(soFar, soFar.length - heldBack))));
    },
    /** The rest, where the whole goes on from what was passed on. */
    end(whole: string): void {
      if (!isOver) send(whole);
    },
  };
}
