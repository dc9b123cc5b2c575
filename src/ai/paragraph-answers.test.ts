import { expect, test } from 'vitest';
import { createAnswerReader } from './model-answer.ts';

const material = '<text-1x>\nA guide to saving videos. It names three ways.\n</text-1x>';
const guide = 'A calm guide to saving videos.';
const read = (output: string, source = material) =>
  createAnswerReader(source, { paragraphIn: 'en' }).read(output);

test.each([
  'Option 1: {}',
  'Result: {}',
  'Excerpt\n{}',
  'Excerpt\n\n{}',
  '{}\nCharacter count: 42',
  '{}\n\n(29/280)',
  '{} (280 characters max)',
  '{}\n[29 characters]',
  '{}\n\nLength: about 29 characters',
  'Option 1: {}\nOption 2: Save any video in three ways.',
  '1. {}\n2. Save any video in three ways.',
  '**Option A**\n{}\n\n**Option B**\nSave videos.',
  '{}\n\nor\n\nSave any video.',
  '{}\n\nAlternative: Save any video.',
  '*{}*',
  '`{}`',
  '```json\n{"excerpt": "{}"}\n```',
  '["{}"]',
  '<excerpt>{}</excerpt>',
  '<text-1x>\n{}\n</text-1x>',
  '<!-- excerpt -->\n{}',
  '[Excerpt] {}',
  "Here's a draft: {}",
  'How about this: {}',
  "I'd suggest: {}",
  'One option: {}',
  'Suggested excerpt (2 sentences): {}',
  'Assistant: {}',
  '{}\n\nUser: thanks',
  '{}\n###',
  '{}\n\n**Rationale:** It is short.',
  '{}\n\nWhy this works: it is short.',
  '<thinking_process>Hm.</thinking_process>{}',
  '<|thinking|>Hm<|/thinking|>{}',
  '<antThinking>Hm</antThinking>{}',
  '<internal_monologue>Hm</internal_monologue>{}',
  '< think >Hm</ think >{}',
  'Hm</think >{}',
  '[REASONING]Hm[/REASONING]{}',
])('only the answer stays of %j', (form) => {
  expect(read(form.replace('{}', guide))).toEqual({ ok: true, value: guide });
});

test.each([
  ['Ergebnis: Eine ruhige Anleitung.', 'Eine ruhige Anleitung.', 'de'],
  ['Vorschlag 1: Eine Anleitung.\nZeichenanzahl: 15', 'Eine Anleitung.', 'de'],
  ['Opción 1: Una guía.\nCaracteres: 9', 'Una guía.', 'es'],
  ['Resultado: Um guia.', 'Um guia.', 'pt'],
  ['Extrait\n\nUn guide.\nNombre de caractères : 9', 'Un guide.', 'fr'],
  ['Risultato: Una guida.\n(9 caratteri)', 'Una guida.', 'it'],
  ['选项一：一份平静的指南。\n字数：8', '一份平静的指南。', 'zh'],
  ['摘录\n一份平静的指南。', '一份平静的指南。', 'zh'],
  ['Phương án 1: Một hướng dẫn.\nSố ký tự: 14', 'Một hướng dẫn.', 'vi'],
  ['Hasil: Sebuah panduan.\nJumlah karakter: 16', 'Sebuah panduan.', 'id'],
  ['ตัวเลือกที่ 1: คู่มือ\nจำนวนตัวอักษร: 6', 'คู่มือ', 'th'],
] as const)('%j is read as %j', (output, expected, locale) => {
  expect(createAnswerReader(material, { paragraphIn: locale }).read(output)).toEqual({
    ok: true,
    value: expected,
  });
});

test.each([
  '[Excerpt here]',
  'Your excerpt here',
  'N/A',
  'None',
  '…',
  'TODO',
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit.',
  '{"excerpt": "A calm gui',
  `{"excerpt": "${guide}", "length": 29}`,
  `Title: Saving videos\nExcerpt: ${guide}`,
  `Thinking: the user wants an excerpt.\n\n${guide}`,
  `**Thinking**\nThe user wants.\n\n**Answer**\n${guide}`,
  `[INST] Write [/INST] ${guide}`,
  `${guide}\n\n#videos #guide`,
  'Error 429: Too many requests',
  'Unfortunately, the text is too short for an excerpt.',
  "The provided text doesn't contain enough information.",
  'Una guía tranquila para guardar los videos que quieres, con tres maneras de hacerlo.',
  'Eine ruhige Anleitung, wie man Videos speichert, mit drei Wegen und einem Link.',
  '这是一份平静的指南，告诉你保存视频的三种方法。',
])('%j is no answer', (output) => {
  expect(read(output)).toEqual({ ok: false, error: 'model.malformed' });
});

test.each([
  'A calm guide. I’m sorry, I can’t write more about this.',
  'S\u200borry, I can\u200bnot help with that.',
  'Could you share the full text?',
  'What language should I use?',
  'This request has been blocked by our content policy.',
  'Request timed out',
  '[Response blocked]',
  '¿Podrías compartir el texto?',
  'Könnten Sie mir bitte den Text schicken?',
])('%j is a refusal', (output) => {
  expect(read(output)).toEqual({ ok: false, error: 'model.refused' });
});

test.each([
  ['Result: the team won', 'Result: a calmer archive'],
  ['Option 1: walk. Option 2: run.', 'Option 1: Walk'],
  ['Error: disk full. What now?', 'Error: disk full, and what to do'],
  ['Put sounds in brackets: [laughs]', 'Write [laughs] for what is heard.'],
  ['The excerpt is what readers see first.', 'Why the excerpt matters most.'],
  ['Eine ruhige Anleitung, wie man Videos speichert.', 'Wie man die Videos speichert, ist nicht schwer.'],
])('material that says %j may get the answer %j', (source, output) => {
  expect(read(output, source)).toEqual({ ok: true, value: output });
});

test('the strings of a JSON answer are in the language of the post', () => {
  const reader = createAnswerReader(material, { paragraphIn: 'en' });
  const titles = ['Guardar los videos', 'Tres maneras de hacerlo', 'Una guía para todos'];
  expect(reader.readStrings({ titles })).toEqual({ ok: false, error: 'model.malformed' });
  expect(reader.readStrings({ title: 'Saving videos', text: guide })).toMatchObject({ ok: true });
});
