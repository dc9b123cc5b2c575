import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { bookmarklet } from './bookmarklet.ts';

/** Runs it as a browser does: unescaped, in the page it is clicked on. */
function click(start: string, href: string): string[] {
  const opened: string[] = [];
  const address = bookmarklet(start);
  expect(address).toMatch(/^javascript:[\w.:/?='()+%@[\]-]+$/);
  runInNewContext(decodeURIComponent(address.slice('javascript:'.length)), {
    window: { open: (target: string) => opened.push(target) },
    location: { href },
    encodeURIComponent,
  });
  return opened;
}

test.each(['https://unspool.example/', 'https://unspool.example/de', 'http://localhost:3000/th'])(
  'a bookmark made on %s opens the page it is clicked on there',
  (start) => {
    const href = 'https://www.threads.com/@alma.demo/post/DAbc-_12xYz?xmt=a&b=c#d';
    expect(click(start, href)).toEqual([`${start}?url=${encodeURIComponent(href)}`]);
  },
);

test('an origin can not end the string it stands in', () => {
  expect(bookmarklet("https://x.example/'+alert(1)+'")).not.toContain("'+alert");
});
