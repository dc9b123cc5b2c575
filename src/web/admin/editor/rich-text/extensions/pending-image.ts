import { Node, type NodeViewRendererProps } from '@tiptap/core';
import type { Node as TextNode } from '@tiptap/pm/model';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import type { StoredImage } from '#blog/contract.ts';
import { createDomElement } from './dom-element.ts';
import type { ImageSource, ImageUploads } from './image-uploads.ts';
import type { RichTextMessages } from './rich-text-messages.ts';

interface PendingOptions {
  jobs: ImageUploads | null;
  messages: RichTextMessages | null;
}

export const PendingImage = Node.create<PendingOptions>({
  name: 'pendingPicture',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ jobs: null, messages: null }),
  addAttributes: () => ({ job: { default: null }, alt: { default: '' }, address: { default: null } }),
  renderHTML: () => ['div', { 'data-pending-picture': '' }],
  addNodeView() {
    const { jobs, messages } = this.options;
    if (!jobs || !messages) return null;
    return ({ node, view, getPos }) => createPendingView({ node, view, getPos, jobs, messages });
  },
});

function createPendingView({
  node,
  view,
  getPos,
  jobs,
  messages,
}: Pick<NodeViewRendererProps, 'node' | 'view' | 'getPos'> & {
  jobs: ImageUploads;
  messages: RichTextMessages;
}): NodeView {
  const id = String(node.attrs.job ?? '');
  const dom = createDomElement('div', { class: 'pending-picture', contenteditable: 'false' });
  let isDestroyed = false;

  const handleResult = (image: StoredImage | null) => {
    if (isDestroyed || view.isDestroyed) return;
    const at = getPos();
    if (at === undefined) return;
    if (image) view.dispatch(replacePending(view, at, node, image));
    else showFailure(dom, messages, toFailureMessage(jobs.find(id)?.source, messages), { retry, remove });
  };
  const wait = () => {
    dom.replaceChildren(
      createDomElement('p', { role: 'status', class: 'pending-running' }, messages.running),
    );
    const job = jobs.find(id);
    if (job) job.image.then(handleResult, () => handleResult(null));
    else handleResult(null);
  };
  const retry = (file: Blob | null) => {
    const source = jobs.find(id)?.source ?? { kind: 'lost' };
    jobs.restart(id, file ? { kind: 'file', file } : source);
    wait();
  };
  const remove = () => {
    const at = getPos();
    if (at !== undefined) view.dispatch(view.state.tr.delete(at, at + 1));
    view.focus();
  };
  wait();
  return {
    dom,
    stopEvent: (event) => !/^drag/.test(event.type),
    ignoreMutation: () => true,
    destroy() {
      isDestroyed = true;
    },
  };
}

/** Skips the undo history: the placeholder and its image are one step. */
function replacePending(view: EditorView, at: number, node: TextNode, { src, width, height }: StoredImage) {
  const figure = view.state.schema.nodes.figure?.create({ src, width, height, alt: node.attrs.alt });
  const { tr } = view.state;
  if (figure) tr.replaceWith(at, at + node.nodeSize, figure);
  return tr.setMeta('addToHistory', false);
}

function toFailureMessage(source: ImageSource | undefined, messages: RichTextMessages): string {
  if (source?.kind === 'url') return messages.fetchFailed(new URL(source.url).host);
  return source?.kind === 'file' ? messages.failed : messages.lost;
}

function showFailure(
  dom: HTMLElement,
  messages: RichTextMessages,
  message: string,
  handlers: { retry(file: Blob | null): void; remove(): void },
): void {
  const file = createDomElement('input', {
    type: 'file',
    accept: 'image/*',
    class: 'pending-file',
    'aria-label': messages.chooseFile,
  });
  file.addEventListener('change', () => {
    const [selected] = file.files ?? [];
    if (selected) handlers.retry(selected);
  });
  const buttons = createDomElement('div', { class: 'pending-buttons' });
  const retryButton = createDomElement('button', { type: 'button' }, messages.retry);
  retryButton.addEventListener('click', () => handlers.retry(null));
  const removeButton = createDomElement('button', { type: 'button' }, messages.remove);
  removeButton.addEventListener('click', handlers.remove);
  if (message === messages.lost) buttons.append(file, removeButton);
  else buttons.append(retryButton, file, removeButton);
  dom.replaceChildren(createDomElement('p', { role: 'alert' }, message), buttons);
}
