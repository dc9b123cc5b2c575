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

/**
 * Methods of TipTap's core, with the body they get: no extension adds decorations in its way, and nothing asks for
 * `NodePos`.
 */
const replacedMethods = new Map([
  [
    'createDecorationPlugin',
    '{ if (this.extensions.some((extension) => getExtensionField(extension, "addDecorations"))) throw new Error("light-packages.ts leaves addDecorations out"); return null; }',
  ],
  ['$pos', '{}'],
]);
/** The extension of the core that describes each deletion to listeners, of which there are none. */
const unusedExtension = 'Delete';

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  name?: string;
  key?: { name?: string };
  value?: { body?: SyntaxNode };
  elements?: (SyntaxNode | null)[];
  properties?: SyntaxNode[];
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Leaves parts of TipTap and the extensions that aren't imported out of the browser's code. */
export function lightEditor(): Plugin {
  return {
    name: 'unspool:light-editor',
    ...browserBuildOnly,
    transform: {
      filter: { id: /\/@tiptap\/[\w-]+\/dist\/index\.js$/ },
      handler(code, id) {
        const program = this.parse(code);
        const edits = findMarkdownProperties(code, program);
        if (id.includes('/@tiptap/core/')) {
          const unused = findUnusedCore(program);
          if (unused.length !== replacedMethods.size + 1)
            this.error('TipTap has changed: see replacedMethods and unusedExtension in light-packages.ts');
          edits.push(...unused);
        }
        return edits
          .sort((one, other) => other.start - one.start)
          .reduce(
            (text, { start, end, text: inserted }) => text.slice(0, start) + inserted + text.slice(end),
            code,
          )
          .replace(creation, '/* @__PURE__ */ ');
      },
    },
  };
}

function findMarkdownProperties(code: string, program: object): Edit[] {
  return listNodes(program).flatMap(({ type, properties = [] }) =>
    type === 'ObjectExpression'
      ? properties
          .filter(({ key }) => markdownProperties.has(key?.name ?? ''))
          .map(({ start, end }) => ({ start, end: code[end] === ',' ? end + 1 : end, text: '' }))
      : [],
  );
}

function findUnusedCore(program: object): Edit[] {
  return listNodes(program).flatMap(({ type, key, value, elements = [] }) => {
    const text = type === 'MethodDefinition' ? replacedMethods.get(key?.name ?? '') : undefined;
    if (text !== undefined && value?.body) return { start: value.body.start, end: value.body.end, text };
    if (type !== 'ArrayExpression') return [];
    return elements
      .filter((element) => element !== null)
      .filter(({ name }) => name === unusedExtension)
      .map(({ start, end }) => ({ start, end, text: '...[]' }));
  });
}

function listNodes(program: object): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    // An array has no `type`.
    if ('type' in value) found.push(value as SyntaxNode);
    Object.values(value).forEach(visit);
  };
  visit(program);
  return found;
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
