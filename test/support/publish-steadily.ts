// A process of its own: publishes articles in four languages one after another, and says of each when it is kept. First
// it says what is there. `node test/support/publish-steadily.ts FOLDER [fill]`: with the
// second word it first writes until nothing more can be written.

import { createBlogWriter } from '#blog/create-blog-writer.ts';
import { openDatabase } from '#database/connect.ts';
import { article, post } from '#database/schema.ts';
import { locales } from '#i18n/locales.ts';
import { createFileStore } from '#platform/file-store.ts';

const [folder = '', mode] = process.argv.slice(2);
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const opened = await openDatabase(
  { kind: 'embedded', folder },
  { now: Date.now, onTrouble: () => undefined },
);
if (!opened.ok) {
  say({ refused: opened.error.code, mend: opened.error.mend });
  process.exit(1);
}
const database = opened.value;
const found = async () => {
  const posts = await database.query.select({ title: post.title, articleId: post.articleId }).from(post);
  const sizes = [...Map.groupBy(posts, (one) => one.articleId).values()].map((all) => all.length);
  const articles = await database.query.select({ id: article.id }).from(article);
  return { titles: [...new Set(posts.map(({ title }) => title))], sizes, articles: articles.length };
};
say({ found: await found() });

const writer = createBlogWriter({
  ...{ database, files: createFileStore(`${folder}-files`), now: Date.now, announce: () => undefined },
});
for (let number = 0; ; number += 1) {
  const title = `${process.pid} ${number}`;
  const posts = locales.slice(0, 4).map((locale) => ({ locale, title, content: '<p>words of a text</p>' }));
  const published = await writer.publishMany(posts);
  say(published.ok ? { kept: title } : { refused: published.error.code });
  if (mode === 'fill' && number === 1) await fill();
  await new Promise((resolve) => setImmediate(resolve));
}

/** About a megabyte with each row, which does not get smaller by packing. */
async function fill(): Promise<never> {
  const megabyte = "select string_agg(md5(random()::text), '') from generate_series(1, 30000)";
  await database.executeSql('create table filler (words text)');
  try {
    for (let row = 0; row < 60; row += 1) await database.executeSql(`insert into filler ${megabyte}`);
    say({ failed: '', found: await found() });
  } catch (error) {
    say({ failed: String(error), found: await found() });
  }
  process.exit(3);
}
