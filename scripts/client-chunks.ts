/** In separate chunks, so that no other chunk runs them. */
const entry = /\/src\/web\/(entry\.client|entries\/[\w-]+)\.tsx?$/;
const homeEntry = /\/src\/web\/entries\/home\.tsx$/;
const listEntry = /\/src\/web\/entries\/list\.ts$/;
const postEntry = /\/src\/web\/entries\/post\.ts$/;
const homePage = /\/src\/web\/downloader\/home\/home-page\.tsx(\?|$)/;
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
  exports?: readonly string[] | null;
}

interface Graph {
  getModuleInfo(id: string): Module | null;
}

/** Two files, because the home page runs without the router. Both are unchanged by most releases. */
const react = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 20 };
const router = { name: 'router', test: /node_modules\/react-router\//, priority: 19 };

/**
 * Groups the other initial modules of the home page and of the editor into few files, to save requests and compress
 * better. Of the home page, `base` is shared with the blog, which runs without React, `frame` with other pages that run
 * scripts, `start` is the rest. What the editor shares with them is in files of its own: `core` and `kit`. It shares
 * `admin` with other pages of the administration. `editor` and `text` are the rest, without and with ProseMirror.
 * In this order: a group also takes the imports of its modules that no earlier one has.
 */
const groupNames = [
  'core',
  'base',
  'kit',
  'frame',
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
  const isInBoth = isUsedBy(postEntry) && isUsedBy(listEntry);
  if (isInBoth || (isInBlog && (isUsedBy(homeEntry) || isEditor))) return isEditor ? 'core' : 'base';
  if (isUsedBy(homeEntry)) {
    if (isEditor) return 'kit';
    const isPage = (user: string) => !homePage.test(user) && runsScripts(user, graph);
    return isUsedBy(routerEntry) || isUsedBy(adminModule) || users.some(isPage) ? 'frame' : 'start';
  }
  if (!isEditor) return null;
  const roots = users.filter((user) => graph.getModuleInfo(user)?.importers.length === 0);
  const isElsewhere = (root: string) =>
    ![adminModule, editorEntry, routerEntry].some((page) => page.test(root));
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

/** Pages with scripts export a handle: see src/web/rendering/page-handle.ts. */
function runsScripts(id: string, graph: Graph): boolean {
  return graph.getModuleInfo(id)?.exports?.includes('handle') ?? false;
}

const pages = groupNames.map((group, index) => ({
  debugName: group,
  priority: groupNames.length - index,
  name: (id: string, graph: Graph) => (findGroup(id, graph) === group ? group : null),
}));

export const clientChunks = { groups: [react, router, ...pages] };
