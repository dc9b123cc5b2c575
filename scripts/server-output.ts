import type { Plugin } from 'vite';

/** No comments, but names and lines, so that a stack trace can be read. */
export const serverOutput = {
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  comments: { legal: true, annotation: false, jsdoc: false },
} as const;

/**
 * Escapes what isn't ASCII in the server's files. V8 keeps the source of a module in memory, with two bytes
 * per character if any isn't Latin-1.
 */
export function asciiOutput(): Plugin {
  return {
    name: 'unspool:ascii-output',
    // After the minifier, which writes characters as they are.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = escapeNonAscii(file.code);
    },
  };
}

/** Throws where an escape would mean something else: after a backslash, and in the raw text of a template. */
export function escapeNonAscii(code: string): string {
  const unsafe = /\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/.exec(code);
  if (unsafe) throw new Error(`Write this in ASCII: ${code.slice(unsafe.index, unsafe.index + 60)}`);
  return code.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
