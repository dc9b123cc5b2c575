import type { Node } from '@tiptap/pm/model';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { element } from './element.ts';
import { shownAddress } from './own-picture.ts';
import type { TextWords } from './text-words.ts';

let count = 0;

/** A picture in the editor: under it the field for its alternative text, marked while that is missing. */
export function createFigureView(
  given: Node,
  view: EditorView,
  getPos: () => number | undefined,
  words: TextWords,
): NodeView {
  let node = given;
  count += 1;
  const id = `picture-alt-${count}`;
  const image = element('img', { class: 'figure-picture', draggable: 'true' });
  const field = element('input', {
    id,
    type: 'text',
    class: 'figure-alt',
    maxlength: '500',
    autocomplete: 'off',
  });
  const missing = element('span', { class: 'figure-missing', id: `${id}-missing` }, words.altMissing);
  const remove = element('button', { type: 'button', class: 'figure-remove' }, words.removePicture);
  const tools = element('div', { class: 'figure-tools', contenteditable: 'false' });
  const label = element('label', { for: id }, words.alt);
  tools.append(label, field, missing, remove);
  const contentDOM = element('figcaption', { 'data-placeholder': words.caption });
  const dom = element('figure', { class: 'figure' });
  dom.append(image, contentDOM, tools);

  const show = () => {
    const { src, alt, width, height } = node.attrs;
    const address = shownAddress(String(src ?? ''));
    if (image.getAttribute('src') !== address) image.setAttribute('src', address);
    for (const [name, value] of Object.entries({ alt, width, height })) {
      if (value === null) image.removeAttribute(name);
      else image.setAttribute(name, String(value));
    }
    if (field.value !== alt && document.activeElement !== field) field.value = alt ?? '';
    const isMissing = String(alt ?? '').trim() === '';
    missing.hidden = !isMissing;
    dom.classList.toggle('figure-without-alt', isMissing);
    contentDOM.classList.toggle('is-empty', node.content.size === 0);
  };
  field.setAttribute('aria-describedby', missing.id);
  field.addEventListener('input', () => {
    const at = getPos();
    if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'alt', field.value));
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    view.focus();
  });
  remove.addEventListener('click', () => {
    const at = getPos();
    if (at === undefined) return;
    view.dispatch(view.state.tr.delete(at, at + node.nodeSize).scrollIntoView());
    view.focus();
  });
  show();

  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== node.type) return false;
      node = next;
      show();
      return true;
    },
    stopEvent: (event) => event.target instanceof globalThis.Node && tools.contains(event.target),
    ignoreMutation: (mutation) => !contentDOM.contains(mutation.target) || mutation.type === 'attributes',
  };
}
