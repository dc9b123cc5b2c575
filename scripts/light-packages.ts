import path from 'node:path';
import type { Plugin } from 'vite';
import { browserBuildOnly } from './browser-build.ts';

const folder = path.join(import.meta.dirname, '../src/web/admin/editor/rich-text/substitutes');

/** Our own modules in place of packages of which TipTap needs little. */
export const editorSubstitutes = {
  linkifyjs: path.join(folder, 'linkifyjs.ts'),
  '@floating-ui/dom': path.join(folder, 'floating-ui.ts'),
  'fast-equals': path.join(folder, 'fast-equals.ts'),
};

const creation = /(?<=^const [\w$]+ = )(?=(?:Node|Mark|Extension)(?:\$\d+)?\.create\()/gm;
/** Properties of extensions that only TipTap's Markdown package reads. */
const markdownProperties = new Set([
  'markdownOptions',
  'markdownTokenName',
  'markdownTokenizer',
  'parseMarkdown',
  'renderMarkdown',
]);

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  key?: { name?: string };
  properties?: SyntaxNode[];
}

/** Leaves TipTap's Markdown support and the extensions that aren't imported out of the browser's code. */
export function lightEditor(): Plugin {
  return {
    name: 'unspool:light-editor',
    ...browserBuildOnly,
    transform: {
      filter: { id: /\/@tiptap\/[\w-]+\/dist\/index\.js$/ },
      handler(code) {
        return removeProperties(code, this.parse(code)).replace(creation, '/* @__PURE__ */ ');
      },
    },
  };
}

function removeProperties(code: string, program: object): string {
  const cuts: { start: number; end: number }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, properties = [] } = value as SyntaxNode;
    // An array has no `type`.
    if (type === 'ObjectExpression')
      for (const { start, end, key } of properties)
        if (markdownProperties.has(key?.name ?? ''))
          cuts.push({ start, end: code[end] === ',' ? end + 1 : end });
    Object.values(value).forEach(visit);
  };
  visit(program);
  return cuts
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code);
}

/** Replaces the component factory of lucide-react (six kilobytes) with our own. */
export function lightIcons(): Plugin {
  let createIcon = '';
  return {
    name: 'unspool:light-icons',
    enforce: 'pre',
    apply: 'build',
    configResolved(config) {
      createIcon = path.join(config.root, 'src/web/ui/create-icon.ts');
    },
    resolveId(source, importer) {
      const isIcon = /\/lucide-react\/dist\/esm\/icons\//.test(importer ?? '');
      return isIcon && source === '../createLucideIcon.mjs' ? createIcon : null;
    },
  };
}

/**
 * Keeps zod in the browser from testing whether it may compile code, which the Content Security Policy reports. Set
 * where zod starts: the modules of a page create schemas before its entry runs.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'unspool:zod-without-eval',
    ...browserBuildOnly,
    transform: {
      filter: { id: /\/zod\/v4\/core\/core\.js$/ },
      handler: (code) => `${code}\nconfig({ jitless: true });\n`,
    },
  };
}
