// A child process that publishes articles and reports each saved one, the existing ones first. Usage: `node
// test/support/publish-steadily.ts FOLDER [fill]`. With `fill`, it writes until it no longer can.

import { createBlogWriter } from '#blog/write.ts';
import { openDatabase } from '#database/database.ts';
import { article, post } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import { createDiskFileStore } from '#platform/storage/file-store.ts';

const [folder = '', mode] = process.argv.slice(2);
const report = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const opened = await openDatabase({ kind: 'embedded', folder }, { now: Date.now, onError: () => undefined });
if (!opened.ok) {
  report({ rejected: opened.error.code, hint: opened.error.hint });
  process.exit(1);
}
const database = opened.value;
const readState = async () => {
  const posts = await database.query.select({ title: post.title, articleId: post.articleId }).from(post);
  const sizes = [...Map.groupBy(posts, (row) => row.articleId).values()].map((all) => all.length);
  const articles = await database.query.select({ id: article.id }).from(article);
  return { titles: [...new Set(posts.map(({ title }) => title))], sizes, articles: articles.length };
};
report({ found: await readState() });

const writer = createBlogWriter({
  database,
  files: createDiskFileStore(`${folder}-files`),
  now: Date.now,
  emitChange: () => undefined,
});
for (let number = 0; ; number += 1) {
  const title = `${process.pid} ${number}`;
  const posts = locales.slice(0, 4).map((locale) => ({ locale, title, content: '<p>words of a text</p>' }));
  const published = await writer.publishArticle(posts);
  report(published.ok ? { committed: title } : { rejected: published.error.code });
  if (mode === 'fill' && number === 1) await fill();
  await new Promise((resolve) => setImmediate(resolve));
}

/** About a megabyte per row, of text that doesn't compress. */
async function fill(): Promise<never> {
  const megabyte = "select string_agg(md5(random()::text), '') from generate_series(1, 30000)";
  await database.executeSql('create table filler (words text)');
  try {
    for (let row = 0; row < 60; row += 1) await database.executeSql(`insert into filler ${megabyte}`);
    report({ failed: '', found: await readState() });
  } catch (error) {
    report({ failed: String(error), found: await readState() });
  }
  process.exit(3);
}
