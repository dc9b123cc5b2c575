import { preactEntry } from './preact-runtime.ts';

/** In separate chunks, so that no other chunk runs them. */
const entry = /\/src\/web\/(entry\.client|entries\/[\w-]+)\.tsx?$/;
const homeEntry = /\/src\/web\/entries\/home\.tsx$/;
const contactEntry = /\/src\/web\/entries\/contact\.tsx$/;
const listEntry = /\/src\/web\/entries\/list\.ts$/;
const postEntry = /\/src\/web\/entries\/post\.ts$/;
const editorEntry = /\/src\/web\/entries\/editor\.tsx$/;
const textEditor = /\/src\/web\/admin\/editor\/rich-text\/rich-text-editor\.tsx$/;
/** Files of the editor, and a dialog that it loads later. */
const editorModule =
  /\/src\/web\/admin\/(editor\/(?!translation\/side-by-side\/side-by-side-page)|auth\/sign-in-dialog)/;
const routerEntry = /\/src\/web\/(entry\.client|root)\.tsx(\?|$)/;
/** The preview is a page of the administration too. */
const adminModule = /\/src\/web\/(admin|preview)\/|\/src\/web\/entries\/admin-posts\.tsx$/;

interface Module {
  importers: readonly string[];
  importedIds: readonly string[];
}

interface Graph {
  getModuleInfo(id: string): Module | null;
}

/** In files of their own, because not every page runs each of them. Most releases change none. */
const router = { name: 'router', test: /node_modules\/react-router\//, priority: 19 };
const runtimes = [
  router,
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 20 },
  { name: 'preact', test: /node_modules\/preact\//, priority: 20 },
];

/**
 * Groups the other initial modules into few files, to save requests and compress better. The home page and the contact
 * form share `island`; `start` is the rest of the home page. Both kinds of pages of the blog load `base`, and `core` is
 * what one of them shares with the editor. `frame` is what every page with the router runs. The editor shares `kit` with
 * any other page, and `admin` with pages of the administration. `editor` and `text` are the rest of it, without and with
 * ProseMirror.
 * In this order: a group also takes the imports of its modules that no earlier one has.
 */
const groupNames = [
  'core',
  'base',
  'kit',
  'frame',
  'island',
  'start',
  'admin',
  'editor',
  'shared-text',
  'text',
] as const;

type GroupName = (typeof groupNames)[number];

function findGroup(id: string, graph: Graph): GroupName | null {
  if (entry.test(id)) return null;
  const users = findImporters(id, graph);
  const isUsedBy = (pattern: RegExp) => users.some((user) => pattern.test(user));
  const isText = isUsedBy(textEditor);
  const isEditor = isUsedBy(editorEntry) || isText;
  const isInBlog = isUsedBy(postEntry) || isUsedBy(listEntry);
  if (isInBlog && isEditor) return 'core';
  if (isUsedBy(postEntry) && isUsedBy(listEntry)) return 'base';
  const roots = users.filter((user) => graph.getModuleInfo(user)?.importers.length === 0);
  // The other roots are what these pages load later.
  if (roots.length > 0 && roots.every((root) => preactEntry.test(root) || root.endsWith('?preact'))) {
    if (isUsedBy(homeEntry)) return isUsedBy(contactEntry) ? 'island' : 'start';
    return null;
  }
  // Pages without the router use parts of `frame`.
  if (!isEditor) return isUsedBy(routerEntry) && !isInBlog && !usesRouter(id, graph) ? 'frame' : null;
  const isElsewhere = (root: string) => !adminModule.test(root) && !editorEntry.test(root);
  if (roots.some(isElsewhere)) return 'kit';
  if (roots.some((root) => !editorModule.test(root) && !editorEntry.test(root)))
    return isUsedBy(editorEntry) ? 'admin' : 'shared-text';
  return isUsedBy(editorEntry) ? 'editor' : 'text';
}

/** The module itself and its direct and indirect static importers. */
function findImporters(id: string, graph: Graph): string[] {
  const users = new Set([id]);
  for (const user of users) {
    for (const importer of graph.getModuleInfo(user)?.importers ?? []) users.add(importer);
  }
  return [...users];
}

function usesRouter(id: string, graph: Graph): boolean {
  const used = new Set([id]);
  for (const module of used)
    for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) used.add(imported);
  return [...used].some((module) => router.test.test(module));
}

const pages = groupNames.map((group, index) => ({
  debugName: group,
  priority: groupNames.length - index,
  name: (id: string, graph: Graph) => (findGroup(id, graph) === group ? group : null),
}));

export const clientChunks = { groups: [...runtimes, ...pages] };
