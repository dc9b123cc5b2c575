import type { NodeViewRenderer, NodeViewRendererProps } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorView, NodeView } from '@tiptap/pm/view';

export function createDomElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  text = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== '') element.textContent = text;
  return element;
}

interface Block extends Pick<NodeViewRendererProps, 'view' | 'getPos'> {
  getNode(): DocumentNode;
  setAttribute(name: string, value: unknown): void;
}

interface BlockParts extends Omit<NodeView, 'update'> {
  /** Its fields and buttons, whose events ProseMirror ignores. */
  controls: HTMLElement;
  show(node: DocumentNode): void;
  /** Whether `show` can show it. */
  canShow?(node: DocumentNode): boolean;
}

/** A block with controls in the text. It keeps its DOM while its node changes. */
export function createBlockView(build: (block: Block) => BlockParts): NodeViewRenderer {
  return ({ node: initialNode, view, getPos }) => {
    let node = initialNode;
    const { controls, show, canShow, ...nodeView } = build({
      view,
      getPos,
      getNode: () => node,
      setAttribute(name, value) {
        const at = getPos();
        if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, name, value));
      },
    });
    show(node);
    return {
      stopEvent: ({ target }) => target instanceof Node && controls.contains(target),
      ...nodeView,
      update(next) {
        if (next.type !== node.type || canShow?.(next) === false) return false;
        node = next;
        show(node);
        return true;
      },
    };
  };
}

let fieldCount = 0;

/** A text field in a block. Enter goes back to the text. */
export function createBlockField(
  view: EditorView,
  {
    label,
    missing,
    attributes,
    onInput,
  }: {
    label: string;
    /** Says that the field must not stay empty. */
    missing?: string;
    attributes: Record<string, string>;
    onInput(value: string): void;
  },
) {
  fieldCount += 1;
  const id = `block-field-${fieldCount}`;
  const field = createDomElement('input', {
    id,
    type: 'text',
    class: 'figure-alt',
    autocomplete: 'off',
    ...attributes,
  });
  const elements: HTMLElement[] = [createDomElement('label', { for: id }, label), field];
  const note = createDomElement('span', { class: 'figure-missing', id: `${id}-missing` }, missing);
  if (missing) {
    elements.push(note);
    field.setAttribute('aria-describedby', note.id);
  }
  field.addEventListener('input', () => onInput(field.value));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    view.focus();
  });
  return {
    elements,
    show(value: string, isMissing = false) {
      if (field.value !== value && document.activeElement !== field) field.value = value;
      note.hidden = !isMissing;
    },
  };
}

export function createSelect(
  attributes: Record<string, string>,
  options: readonly { value: string; label: string }[],
  onChange: (value: string) => void,
): HTMLSelectElement {
  const select = createDomElement('select', attributes);
  for (const { value, label } of options) select.append(createDomElement('option', { value }, label));
  select.addEventListener('change', () => onChange(select.value));
  return select;
}
