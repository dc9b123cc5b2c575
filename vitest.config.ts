import { readdirSync, readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import type { AliasOptions } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { editorSubstitutes } from './scripts/light-packages.ts';
import { preactModules } from './scripts/preact-runtime.ts';
import { browserLaunchOptions } from './test/support/browser.ts';
import { emulateMedia } from './test/support/components/emulate-media.ts';
import {
  listRequests,
  releaseResponses,
  resetNetwork,
  stubResponses,
} from './test/support/components/network.ts';
import { readZip } from './test/support/components/read-zip.ts';
import { sanitizeHtml } from './test/support/components/sanitize-html.ts';

// Of the tests and of Chromium. Tests of another time zone set it themselves.
process.env.TZ = 'UTC';

const common = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Polling ends as soon as it succeeds. The default of one second is less than a page needs to start on a busy machine.
  expect: { poll: { timeout: 15_000 } },
};
const nodeSetup = ['fail-on-console', 'fixed-seed', 'end-processes'].map((name) => `test/support/${name}.ts`);

const componentSetup = ['test/support/fail-on-console.ts', 'test/support/components/setup.ts'];
const preactSetup = ['test/support/components/preact-effects.ts', ...componentSetup];

const preactPackages = [
  'preact',
  'vitest-browser-react',
  'axe-core',
  'altcha-lib',
  'altcha-lib/algorithms/web/pbkdf2',
  'fast-check',
  'zod',
  'zustand',
  '@supabase/functions-js',
];
const browserPackages = [
  ...preactPackages,
  'react',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  'react-dom/server',
  'react-router',
  'react-router/dom',
  'diff',
  'htmlparser2',
  'marked',
  '@tiptap/core',
  '@tiptap/extensions',
  '@tiptap/pm/history',
  '@tiptap/pm/model',
  '@tiptap/pm/state',
  '@tiptap/pm/tables',
  '@tiptap/pm/view',
  '@tiptap/react',
  '@tiptap/starter-kit',
  '@tiptap/suggestion',
];

/** Tests outside `test/stress` that also have a full budget: `npm run test:stress` runs them again with it. */
const scaledTests = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => `src/${path}`)
  .filter((path) => readFileSync(path, 'utf8').includes('support/stress.ts'));

/** Only in `npm run test:stress`: a smaller sample would still start and kill processes, or open every page. */
const stressOnly = [
  'test/stress/*-kill.test.ts',
  'test/stress/{database-outage,layout,layout-shift,markdown-documents,nodes,proxies,read-only,release,result-figures,same-build,units,visit-results}.test.ts',
];

/**
 * Component tests that need a fresh page: a page detects its device and loads its code only once, and React warns about
 * every shared context after `react-dom/server` has run in the same page.
 */
const isolatedTests = [
  'src/web/admin/editor/header/editor-actions-without-scripts.test.tsx',
  'src/web/downloader/without-scripts.test.tsx',
];
const isolatedPreactTests = [
  'src/web/downloader/{android,iphone,iphone-*,mouse}.test.tsx',
  'src/web/downloader/settings/settings-{on-iphone,offline}.test.tsx',
];
const preactTests = [
  'src/web/downloader/**/*.test.tsx',
  'src/web/site/contact/*.test.tsx',
  'src/web/layout/download-counter.test.tsx',
];
/** Of parts that the administration uses too, with React. */
const sharedTests = ['src/web/ui/{copy-button,dialog}.test.tsx', 'src/web/ui/toast/*.test.tsx'];

/** The tests of public pages run as these do in browsers, with Preact for React. */
const preact: [AliasOptions, string[]] = [
  Object.entries(preactModules).map(([name, replacement]) => ({
    find: new RegExp(`^${name}$`),
    replacement,
  })),
  [...preactPackages, ...new Set(Object.values(preactModules))],
];

const componentProject = (
  name: string,
  options: TestProjectInlineConfiguration['test'],
  alias: AliasOptions = editorSubstitutes,
  packages = browserPackages,
): TestProjectInlineConfiguration => ({
  plugins: [tailwindcss()],
  resolve: { alias },
  // Named here, or the server finds them one by one and reloads the running tests each time.
  optimizeDeps: { include: packages, exclude: ['lucide-react'] },
  test: {
    ...common,
    name,
    sequence: { groupOrder: 1 },
    setupFiles: componentSetup,
    include: ['{src,test/support}/**/*.test.tsx'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: browserLaunchOptions(),
        contextOptions: { locale: 'en-US' },
      }),
      instances: [{ browser: 'chromium' }],
      commands: {
        emulateMedia,
        listRequests,
        readZip,
        releaseResponses,
        resetNetwork,
        sanitizeHtml,
        stubResponses,
      },
    },
    ...options,
  },
});

export default defineConfig(({ mode }) => {
  const isStress = mode === 'stress';
  return {
    test: {
      reporters: ['default', './test/support/count-reporter.ts'],
      // One more than a small machine has cores, because tests wait for a page, a process or a server. The layers run one
      // after another (`groupOrder`), or each would start workers of its own at the same time.
      maxWorkers: 3,
      projects: [
        {
          test: {
            ...common,
            name: 'node',
            sequence: { groupOrder: 0 },
            // Files of a worker share modules, and so one embedded database: a third less processor time.
            isolate: false,
            setupFiles: nodeSetup,
            globalSetup: ['test/support/test-databases.global.ts'],
            include: [
              'src/**/*.test.ts',
              'test/{fakes,support}/**/*.test.ts',
              'scripts/**/*.test.ts',
              'bench/*.test.ts',
            ],
          },
        },
        componentProject('components', {
          // The files of a worker share one page and its modules, which takes a quarter less CPU time.
          isolate: false,
          exclude: [...isolatedTests, ...preactTests],
        }),
        componentProject('components-isolated', { include: isolatedTests }),
        componentProject(
          'preact',
          {
            setupFiles: preactSetup,
            isolate: false,
            include: [...preactTests, ...sharedTests],
            exclude: [...isolatedTests, ...isolatedPreactTests],
          },
          ...preact,
        ),
        // Here effects wait for a frame, as in browsers.
        componentProject('preact-isolated', { include: isolatedPreactTests }, ...preact),
        {
          test: {
            ...common,
            name: 'journeys',
            sequence: { groupOrder: 2 },
            // Two pages already keep two cores busy: a third worker would only make every file slower.
            maxWorkers: 2,
            isolate: false,
            setupFiles: [...nodeSetup, 'test/support/end-products.ts'],
            globalSetup: ['test/support/browser-tests.global.ts'],
            include: ['test/journeys/**/*.journey.ts'],
          },
        },
        {
          test: {
            ...common,
            name: 'stress',
            sequence: { groupOrder: 3 },
            isolate: false,
            setupFiles: [...nodeSetup, 'test/support/end-products.ts'],
            globalSetup: ['test/support/test-databases.global.ts', 'test/support/browser-tests.global.ts'],
            include: ['test/stress/**/*.test.ts', ...(isStress ? scaledTests : [])],
            exclude: isStress ? [] : stressOnly,
            ...(isStress && { env: { STRESS: '1' } }),
            testTimeout: isStress ? 600_000 : 60_000,
          },
        },
      ],
    },
  };
});
