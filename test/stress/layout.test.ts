import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditorPost } from '#blog/editing-contract.ts';
import { type Locale, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { Translator } from '#i18n/translator.ts';
import { type FakeModel, startFakeModel } from '#test/fakes/language-model/start-fake-model.ts';
import { type SceneName, scenes } from '#test/fakes/threads/scenes.ts';
import { type FakeThreads, startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { asSignedIn, callAdminApi, ownerPath, sendForm, signInAsOwner } from '#test/support/admin-session.ts';
import { connectBrowser, waitForHydration } from '#test/support/browser-page.ts';
import { findLayoutErrors } from '#test/support/measure-layout.ts';
import { routesIn } from '#test/support/public-routes.ts';
import { createSaveRequest } from '#test/support/start-admin-server.ts';
import { type RunningApp, startApp } from '#test/support/start-app.ts';
import { isStress } from '#test/support/stress.ts';
import { operandMax } from '#verification/challenge.ts';
import { adminPageAccess } from '#web/admin/authorize.ts';

const widths = [390, 1280];
/** The sample is a language with long words. */
const languages: readonly Locale[] = isStress ? locales : ['de'];
const results: readonly SceneName[] = ['carouselMixed', 'voice', 'private'];

let threads: FakeThreads;
let model: FakeModel;
let app: RunningApp;
let browser: Browser;
/** Session cookie of the owner. */
let cookie: string;
let draft: EditorPost;
let published: EditorPost;
/** Paths of one-time links. */
let resetPath: string;
let invitationPath: string;

beforeAll(async () => {
  [threads, model] = await Promise.all([startFakeThreads(), startFakeModel()]);
  app = await startApp({ SEED: 'demo', ...threads.environment, ...model.environment });
  browser = await connectBrowser();
  cookie = await signInAsOwner(app);
  resetPath = await ownerPath(app);
  const invite = { intent: 'invite', email: 'bob@example.org', role: 'editor' };
  const page = await (await sendForm(app, '/admin/people', { cookie, fields: invite })).text();
  invitationPath = /\/admin\/invitation\?token=[\w.-]+/.exec(page)?.[0] ?? '';
  const key = { intent: 'make', name: 'Newsroom', limit: '60', end: '' };
  await sendForm(app, '/admin/keys', { cookie, fields: key });
  draft = await savePost({ content: '<p>A text with enough words to be translated.</p>' });
  published = await savePost({ title: 'Another title', content: '<p>Text.</p>' }, { mode: 'publish' });
});
afterAll(async () => {
  await browser?.close();
  await app?.[Symbol.asyncDispose]();
  await threads?.[Symbol.asyncDispose]();
  await model?.[Symbol.asyncDispose]();
});

test.each(languages)(
  'no text is cut or wrapped and no controls overlap in %s, at 390 and 1280 px',
  async (locale) => {
    const t = serverTranslator(locale);
    await sendForm(app, '/admin/account', { cookie, fields: { intent: 'language', language: locale } });
    const options = { locale: localeTags[locale], reducedMotion: 'reduce' } as const;
    await using visitor = await browser.newContext(options);
    await using signedIn = await browser.newContext({ ...options, ...asSignedIn(cookie) });
    const errors = await Promise.all([
      measurePublicPages(visitor, t),
      measureSignInPages(visitor, t),
      measureAdminPages(signedIn, t),
      measureDialogs(signedIn, t),
    ]);
    expect(errors.flat()).toEqual([]);
  },
  120_000,
);

test('no text is cut or wrapped on the page that creates the first account', async () => {
  await using fresh = await startApp();
  const path = await ownerPath(fresh);
  const errors: string[] = [];
  for (const locale of languages) {
    await using context = await browser.newContext({ locale: localeTags[locale] });
    const page = await context.newPage();
    await page.goto(fresh.origin + path);
    errors.push(...(await measure(page, `${locale} set-up`)));
  }
  expect(errors).toEqual([]);
});

function savePost(fields: object, more: object = {}) {
  return callAdminApi<EditorPost>(app, cookie, 'POST /posts', {
    body: createSaveRequest(fields, { locale: 'en', ...more }),
  });
}

test.each([
  ['a wrapped button', '<button style="width:60px">Save all files</button>', 'takes 2 lines'],
  [
    'a cut tab',
    '<button role="tab" style="width:40px;overflow:hidden;white-space:nowrap">Settings</button>',
    'is cut',
  ],
  [
    'a wrapped badge',
    '<span style="display:block;width:50px;border-radius:999px">Not translated</span>',
    'takes 2 lines',
  ],
  ['a cut placeholder', '<input style="width:60px" placeholder="Search all the posts">', 'is cut'],
  ['a page that scrolls sideways', '<p style="width:2000px">Text</p>', 'scrolls sideways'],
  ['overlapping controls', '<button>One</button><button style="margin-left:-20px">Two</button>', 'overlap'],
])('the measurement finds %s', async (_, html, error) => {
  const page = await browser.newPage();
  await page.setContent(html);
  expect(await findLayoutErrors(page)).toEqual([expect.stringContaining(error)]);
  await page.close();
});

async function measurePublicPages(context: BrowserContext, t: Translator) {
  const { locale } = t;
  const page = await context.newPage();
  const errors: string[] = [];
  for (const { path } of routesIn(locale)) {
    await page.goto(app.origin + path);
    await waitForHydration(page);
    errors.push(...(await measure(page, path)));
  }
  const home = localizedPath(locale, '/');
  for (const scene of results) {
    await page.goto(app.origin + home);
    await waitForHydration(page);
    await page.locator('#link').fill(scenes[scene].link);
    await page.keyboard.press('Enter');
    await page.waitForLoadState('networkidle');
    await widenSum(page);
    errors.push(...(await measure(page, `${home} with ${scene}`)));
  }
  await page.getByRole('button', { name: t('form.settings'), exact: true }).click();
  await page.getByRole('dialog').waitFor();
  errors.push(...(await measure(page, `${home} settings`)));
  return errors;
}

/** Shows the largest numbers in the verification, which are random. */
function widenSum(page: Page): Promise<void> {
  return page.evaluate((largest) => {
    const label = document.querySelector('label[for=answer]');
    if (label) label.textContent = (label.textContent ?? '').replace(/\d+/g, String(largest));
  }, operandMax);
}

/** An address for each page of the administration that the owner sees. `null`: no page, or only for signed-out users. */
const adminPaths: Record<string, () => string | null> = {
  '/admin': () => null,
  '/admin/sign-out': () => null,
  '/admin/set-up': () => null,
  '/admin/sign-in': () => null,
  '/admin/reset': () => null,
  '/admin/invitation': () => null,
  '/admin/blog': () => '/admin/blog?locale=en',
  '/admin/blog/:post': () => `/admin/blog/${draft.id}`,
  '/admin/blog/:post/translate': () => `/admin/blog/${published.id}/translate?to=fr`,
  '/admin/preview/:post': () => `/admin/preview/${published.id}`,
};

async function measureAdminPages(context: BrowserContext, t: Translator) {
  const page = await context.newPage();
  const errors: string[] = [];
  for (const pattern of Object.keys(adminPageAccess)) {
    const path = (adminPaths[pattern] ?? (() => pattern))();
    if (path === null) continue;
    await page.goto(app.origin + path);
    await waitForHydration(page);
    errors.push(...(await measure(page, `${t.locale} ${pattern}`)));
    if (pattern !== '/admin/blog/:post') continue;
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      errors.push(...(await measure(page, `${t.locale} ${pattern}, ${await tab.textContent()}`)));
    }
  }
  return errors;
}

/** Pages of the administration for everyone, in the language of the browser. */
async function measureSignInPages(context: BrowserContext, { locale }: Translator) {
  const page = await context.newPage();
  const paths = ['/admin/sign-in', '/admin/reset', '/admin/reset?sent', resetPath, '/admin/reset?token=x'];
  const errors: string[] = [];
  for (const path of [...paths, invitationPath, '/admin/invitation?token=x', '/preview/x']) {
    await page.goto(app.origin + path);
    errors.push(...(await measure(page, `${locale} ${path.replace(/=.{20,}/, '=…')}`)));
  }
  return errors;
}

async function measureDialogs(context: BrowserContext, t: Translator) {
  const page = await context.newPage();
  const errors: string[] = [];
  /** Without a button, the dialog opens by itself. */
  const measureDialog = async (name: string, button?: Locator) => {
    await button?.click();
    await page.getByRole('dialog').waitFor();
    errors.push(...(await measure(page, `${t.locale} dialog “${name}”`)));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const open = async (path: string) => {
    await page.goto(app.origin + path);
    await waitForHydration(page);
  };

  await open(`/admin/blog/${draft.id}`);
  await page.locator('[contenteditable=true]').first().waitFor();
  const toolbar = page.getByRole('toolbar', { name: t('admin.text.toolbar') });
  for (const key of ['admin.text.link', 'admin.text.image'] as const) {
    await measureDialog(key, toolbar.getByRole('button', { name: t(key), exact: true }));
  }
  for (const key of [
    'admin.editor.help.title',
    'admin.draft.versions.open',
    'admin.editor.publish',
    'admin.editor.translate',
  ] as const) {
    await measureDialog(key, page.getByRole('button', { name: t(key), exact: true }));
  }
  const opener = page.locator('button[aria-haspopup=dialog]');
  await open('/admin/blog?locale=en');
  await measureDialog('delete a post', opener.first());
  await open('/admin/categories');
  await measureDialog('new category', opener.first());
  await measureDialog('delete a category', opener.last());
  await open('/admin/translation');
  await measureDialog('glossary', opener.first());

  await openConflict(page, t);
  await measureDialog('conflict');
  return errors;
}

/** Changes a post while it is open in the editor. */
async function openConflict(page: Page, t: Translator): Promise<void> {
  const post = await savePost({ title: 'A title', content: '<p>Text.</p>' });
  await page.goto(`${app.origin}/admin/blog/${post.id}`);
  await waitForHydration(page);
  await callAdminApi(app, cookie, `PUT /posts/${post.id}`, {
    version: post.version,
    body: createSaveRequest({ title: 'Their title', content: '<p>Text.</p>' }, { locale: 'en' }),
  });
  await page.getByLabel(t('admin.editor.title'), { exact: true }).fill('My title');
  await page.locator('[data-save-state=conflict]').waitFor();
}

async function measure(page: Page, where: string): Promise<string[]> {
  const errors: string[] = [];
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const error of await findLayoutErrors(page)) errors.push(`${where}, ${width} px: ${error}`);
  }
  return errors;
}
