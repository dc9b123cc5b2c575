import { expect, test } from 'vitest';
import { measureCpuMs } from '#test/support/measure-cpu.ts';
import { isMarkdown } from './detect-markdown.ts';

test.each([
  '# Title\n\nA text',
  '# Title',
  'Words\n\n## Section\nMore words',
  'See [the docs](https://example.org/a) first',
  'See ![a lake](lake.png)',
  'This is **important** today',
  '这是**重点**内容',
  'This is *important*.',
  'Run `npm install` now',
  'It was ~~cheap~~ good',
  '```\nls\n```',
  'Before\n~~~js\nconst a = 1;\n~~~',
  '- one\n- two\n- three',
  '* one\n* two\n* three',
  '- one\n  - two',
  '1. one\n2. two',
  '1. one\n\n2. two',
  '- [ ] one\n- [x] two',
  '| a | b |\n| --- | --- |\n| c | d |',
  'a | b\n--|--\nc | d',
  'Title\n=====\n\nA text',
  'See [it][1]\n\n[1]: https://example.org/',
  '> One\n\nTwo\n\n---\n\nThree',
])('Markdown is recognized: %j', (text) => {
  expect(isMarkdown(text)).toBe(true);
});

test.each([
  ['a sentence with one asterisk', 'Prices from 5 € * per month'],
  ['footnotes with asterisks', 'Price* and tax* apply.\n\n* per month'],
  ['a product of numbers', '2 * 3 * 4 = 24, 5*6*7'],
  ['a poem with hyphens', 'The rain said:\n- Come,\nand I went.\n\n- And then?\n\nNothing.'],
  ['a dialog', '- Where are you going?\n- To the sea.\n- Why?\n- It is there.'],
  ['a line that begins with a number', '1. May was cold.\nThe sea was colder,\nand 2. June too.'],
  ['numbered stanzas', '1.\nOne line\nAnother\n\n2.\nOne more'],
  ['hashtags', '#threads #video\n#photo'],
  ['a number sign', 'We are # 1 in sales'],
  ['names with underscores', 'read_time_minutes and __init__ and snake_case_name'],
  ['swearing', 'What the f**k and the s**t'],
  ['an email with quoted lines', 'Hello,\n\n> Are you there?\n> Call me.\n\nYes.'],
  ['a line between stanzas', 'One line\n\n***\n\nAnother line'],
  ['a shell script', '#!/bin/sh\n# Installs it\n\nnpm ci\n'],
  ['a program', '/**\n * One\n * Two\n * Three\n */\nconst a = `b`;\nconst c = { d: 1 };\nrun(a, c);'],
  ['brackets and parentheses', 'He [the author] (born 1900) said: [sic](!)'],
  ['a Windows path', 'C:\\Users\\me\\*.txt'],
  ['one line with a bar', 'Either this | or that'],
  ['nothing', ''],
  ['a very long text', '**a** '.repeat(20_000)],
])('%s stays as it is', (_name, text) => {
  expect(isMarkdown(text)).toBe(false);
});

test.each(['*', '_a', '**_a', '[', '[a](', '![', '`a', '|', '|-', '- ', '1. ', '# ', '> ', '~~', '\n', ' '])(
  'detection takes no time on long runs of %j',
  (part) => {
    const cpuMs = measureCpuMs(() => {
      isMarkdown(part.repeat(99_000 / part.length));
      isMarkdown(`${part.repeat(40)}\n`.repeat(99_000 / (part.length * 40 + 1)));
    });
    expect(cpuMs).toBeLessThan(3000);
  },
);
