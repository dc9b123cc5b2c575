/** Runs last, once the router has all it needs: it stays alone, so that no other file runs it. */
const entry = /\/src\/web\/entry\.client\.tsx$/;
/** The two modules that every page with scripts runs. */
const everyPage = /\/src\/web\/(entry\.client|root)\.tsx(\?|$)/;
const startPage = /\/src\/web\/pages\/home\.tsx(\?|$)/;

interface Module {
  importers: readonly string[];
  exports?: readonly string[] | null;
}

interface Graph {
  getModuleInfo(id: string): Module | null;
}

/** React and the router: always needed together, and unchanged by most of our releases. */
const framework = {
  name: 'framework',
  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
  priority: 1,
};

/**
 * What the start page loads at first, in few files: each costs a request and is compressed alone. `frame` is what it
 * shares with other pages that run scripts, `start` the rest of its own. All else is left to the bundler.
 */
const pages = {
  debugName: 'pages',
  name(id: string, graph: Graph): string | null {
    if (entry.test(id)) return null;
    const users = usersOf(id, graph);
    if (users.some((user) => everyPage.test(user))) return 'frame';
    if (!users.some((user) => startPage.test(user))) return null;
    return users.some((user) => !startPage.test(user) && runsScripts(user, graph)) ? 'frame' : 'start';
  },
};

/** All that imports a module statically, directly or not, and the module itself. */
function usersOf(id: string, graph: Graph): string[] {
  const users = new Set([id]);
  for (const user of users) {
    for (const importer of graph.getModuleInfo(user)?.importers ?? []) users.add(importer);
  }
  return [...users];
}

/** A page that does exports a handle: see `PageHandle` in src/web/root.tsx. */
function runsScripts(id: string, graph: Graph): boolean {
  return graph.getModuleInfo(id)?.exports?.includes('handle') ?? false;
}

export const clientChunks = { groups: [framework, pages] };
