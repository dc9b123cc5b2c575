/** In separate chunks, so that no other chunk runs them. */
const entry = /\/src\/web\/entry\.(client|home)\.tsx$/;
const homeEntry = /\/src\/web\/entry\.home\.tsx$/;
const homePage = /\/src\/web\/site\/home\/home-page\.tsx(\?|$)/;
const routerEntry = /\/src\/web\/(entry\.client|root)\.tsx(\?|$)/;

interface Module {
  importers: readonly string[];
  exports?: readonly string[] | null;
}

interface Graph {
  getModuleInfo(id: string): Module | null;
}

/** Two files, because the home page runs without the router. Both are unchanged by most releases. */
const react = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 };
const router = { name: 'router', test: /node_modules\/react-router\//, priority: 1 };

/**
 * Groups the other initial modules of the home page into few files, to save requests and compress better. `frame`
 * is shared with other pages that run scripts, `start` is the rest.
 */
const pages = {
  debugName: 'pages',
  name(id: string, graph: Graph): string | null {
    if (entry.test(id)) return null;
    const users = findImporters(id, graph);
    if (!users.some((user) => homeEntry.test(user))) return null;
    return users.some((user) => routerEntry.test(user) || (!homePage.test(user) && runsScripts(user, graph)))
      ? 'frame'
      : 'start';
  },
};

/** The module itself and its direct and indirect static importers. */
function findImporters(id: string, graph: Graph): string[] {
  const users = new Set([id]);
  for (const user of users) {
    for (const importer of graph.getModuleInfo(user)?.importers ?? []) users.add(importer);
  }
  return [...users];
}

/** Pages with scripts export a handle: see `PageHandle` in src/web/root.tsx. */
function runsScripts(id: string, graph: Graph): boolean {
  return graph.getModuleInfo(id)?.exports?.includes('handle') ?? false;
}

export const clientChunks = { groups: [react, router, pages] };
