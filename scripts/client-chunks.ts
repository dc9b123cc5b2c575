/** In a separate chunk, so that no other chunk runs it before the router is ready. */
const entry = /\/src\/web\/entry\.client\.tsx$/;
const everyPage = /\/src\/web\/(entry\.client|root)\.tsx(\?|$)/;
const homePage = /\/src\/web\/site\/home\/home-page\.tsx(\?|$)/;

interface Module {
  importers: readonly string[];
  exports?: readonly string[] | null;
}

interface Graph {
  getModuleInfo(id: string): Module | null;
}

/** Always loaded together, and unchanged by most releases. */
const framework = {
  name: 'framework',
  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
  priority: 1,
};

/**
 * Groups the initial modules of the home page into few files, to save requests and compress better. `frame`
 * is shared with other pages that run scripts, `start` is the rest.
 */
const pages = {
  debugName: 'pages',
  name(id: string, graph: Graph): string | null {
    if (entry.test(id)) return null;
    const users = findImporters(id, graph);
    if (users.some((user) => everyPage.test(user))) return 'frame';
    if (!users.some((user) => homePage.test(user))) return null;
    return users.some((user) => !homePage.test(user) && runsScripts(user, graph)) ? 'frame' : 'start';
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

export const clientChunks = { groups: [framework, pages] };
