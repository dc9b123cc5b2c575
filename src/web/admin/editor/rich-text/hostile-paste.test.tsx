import { expect, test, vi } from 'vitest';
import { commands, userEvent } from 'vitest/browser';
import { openText, paste } from './fixtures/open-text.tsx';

const hostile = [
  '<img src=x onerror=ran()>',
  '<img/src/onerror=ran()//',
  '<svg onload=ran()>',
  '<script>ran()</script>',
  '<script src="data:text/javascript,ran()"></script>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  '<iframe src="javascript:parent.ran()"></iframe>',
  '<details open ontoggle=ran()>x</details>',
  '<input autofocus onfocus=ran()>',
  '<video src=x onerror=ran()></video>',
  '<video><source onerror=ran()></video>',
  '<object data=x onerror=ran()></object>',
  '<style onload=ran()></style>',
  '<p><b style="animation-name:x" onanimationstart=ran()>x</b></p><style>@keyframes x{}</style>',
  '<math><mtext><img src=x onerror=ran()></mtext></math>',
  '<svg><style><img title="</style><img src=x onerror=ran()>"></style></svg>',
  '<figure><img src="javascript:ran()" onload=ran() alt=\'"><img src=x onerror=ran()>\'></figure>',
  '<p><a href="java&Tab;script:ran()" onclick=ran()>a link</a></p>',
  '<table><tr><td><img src=x onerror=ran()></td><td lang="en\' onload=ran() \'">x</td></tr></table>',
];

/** Names of executable elements, names of event-handler attributes, and script URLs. */
function runningParts(root: Element): string[] {
  const attributes = [...root.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
  return [
    ...[...root.querySelectorAll('script, iframe, object, embed, style, svg')].map(
      ({ localName }) => localName,
    ),
    ...attributes.filter(({ name }) => name.startsWith('on')).map(({ name }) => name),
    ...attributes
      .filter(({ value }) => /^\s*(?:javascript|vbscript|data:text)/i.test(value))
      .map(({ value }) => value),
  ];
}

/** Control: in the page itself the HTML does run. Resolves once it has. */
async function runInPage(html: string, ran: ReturnType<typeof vi.fn>): Promise<void> {
  const control = document.createElement('div');
  control.innerHTML = html;
  document.body.append(control);
  await expect.poll(() => ran.mock.calls.length).toBeGreaterThan(0);
  control.remove();
}

test.each([
  ['of another page', (html: string) => html],
  ['that passes for a text of ours', (html: string) => `<p data-pm-slice="1 1 []">a</p>${html}`],
])('pasted HTML %s runs nothing, neither in the editor nor in the saved text', async (_origin, wrap) => {
  await commands.stubResponses('POST /api/admin/pictures/fetch', [
    { status: 422, body: { code: 'picture.foreign', error: 'It could not be fetched.' } },
  ]);
  const ran = vi.fn();
  vi.stubGlobal('ran', ran);
  const { text, content } = await openText();
  await text.click();
  for (const html of hostile) {
    paste(text.element(), { html: wrap(html) });
    expect(runningParts(text.element()), html).toEqual([]);
    const saved = new DOMParser().parseFromString(content(), 'text/html').body;
    expect(runningParts(saved), html).toEqual([]);
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
  }
  paste(text.element(), { html: wrap(hostile.join('')) });
  expect(ran).not.toHaveBeenCalled();
  await runInPage('<img src="data:," onerror="ran()">', ran);
  expect(ran).toHaveBeenCalledOnce();
});
