import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { bookmarkletUrl } from './tools-sections.tsx';

/** Runs the bookmarklet like a browser: unescaped, in the current page. */
function click(start: string, href: string): string[] {
  const opened: string[] = [];
  const url = bookmarkletUrl(start);
  expect(url).toMatch(/^javascript:[\w.:/?='()+%@[\]-]+$/);
  runInNewContext(decodeURIComponent(url.slice('javascript:'.length)), {
    window: { open: (target: string) => opened.push(target) },
    location: { href },
    encodeURIComponent,
  });
  return opened;
}

test.each(['https://unspool.example/', 'https://unspool.example/de', 'http://localhost:3000/th'])(
  "a bookmarklet of %s opens the current page's URL there",
  (start) => {
    const href = 'https://www.threads.com/@alma.demo/post/DAbc-_12xYz?xmt=a&b=c#d';
    expect(click(start, href)).toEqual([`${start}?url=${encodeURIComponent(href)}`]);
  },
);

test("an origin with a quote can't end the string literal", () => {
  expect(bookmarkletUrl("https://x.example/'+alert(1)+'")).not.toContain("'+alert");
});
