import { truncateGraphemes } from '../clean-output.ts';
import { normalizeForComparison } from '../text-checks.ts';

const linkCharactersPattern = /^[!-~]*$/;

/** The last word may be incomplete, and the start of a link does not look like one. */
function removeLastWord(text: string): string {
  let end = text.length;
  while (end > 0) {
    const isPair = end > 1 && text.codePointAt(end - 2) !== text.charCodeAt(end - 2);
    const start = end - (isPair ? 2 : 1);
    if (!linkCharactersPattern.test(normalizeForComparison(text.slice(start, end)))) break;
    end = start;
  }
  return text.slice(0, end);
}

/** Longer than `sentencePrefixLength` in `ai/prompt.ts`. */
const pendingLength = 32;

/** `sanitize` gets all text so far, and returns null to stop. The end is delayed: it may start a link. */
export function createStreamFilter(
  sanitize: (soFar: string) => string | null,
  onPiece: (text: string) => void,
) {
  let soFar = '';
  let sent = '';
  let isDone = false;

  function send(safeText: string | null): void {
    if (safeText === null || !safeText.startsWith(sent)) isDone = true;
    else if (safeText.length > sent.length) {
      onPiece(safeText.slice(sent.length));
      sent = safeText;
    }
  }

  return {
    push(piece: string): void {
      soFar += piece;
      if (isDone) return;
      const safeText = sanitize(soFar);
      send(
        safeText === null
          ? null
          : sanitize(removeLastWord(truncateGraphemes(soFar, soFar.length - pendingLength))),
      );
    },
    end(finalText: string): void {
      if (!isDone) send(finalText);
    },
  };
}
