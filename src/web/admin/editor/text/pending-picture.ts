import { Node } from '@tiptap/core';
import type { Node as TextNode } from '@tiptap/pm/model';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import type { Picture } from '#blog/contract.ts';
import { element } from './element.ts';
import type { PictureJobs, PictureSource } from './picture-jobs.ts';
import type { TextWords } from './text-words.ts';

interface PendingOptions {
  jobs: PictureJobs | null;
  words: TextWords | null;
}

/** The place of a picture that is on its way into our store, or did not get there. */
export const PendingPicture = Node.create<PendingOptions>({
  name: 'pendingPicture',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ jobs: null, words: null }),
  addAttributes: () => ({ job: { default: null }, alt: { default: '' }, address: { default: null } }),
  renderHTML: () => ['div', { 'data-pending-picture': '' }],
  addNodeView() {
    const { jobs, words } = this.options;
    if (!jobs || !words) return null;
    return ({ node, view, getPos }) => createPendingView({ node, view, getPos, jobs, words });
  },
});

interface Place {
  node: TextNode;
  view: EditorView;
  getPos(): number | undefined;
  jobs: PictureJobs;
  words: TextWords;
}

function createPendingView(place: Place): NodeView {
  const { node, view, getPos, jobs, words } = place;
  const id = String(node.attrs.job ?? '');
  const dom = element('div', { class: 'pending-picture', contenteditable: 'false' });
  let isGone = false;

  const take = (found: Picture | null) => {
    if (isGone || view.isDestroyed) return;
    const at = getPos();
    if (at === undefined) return;
    if (found) view.dispatch(replacePending(view, at, node, found));
    else showFailure(dom, words, failureOf(jobs.find(id)?.source, words), { again, remove });
  };
  const wait = () => {
    dom.replaceChildren(element('p', { role: 'status', class: 'pending-running' }, words.running));
    const job = jobs.find(id);
    if (job) job.picture.then(take, () => take(null));
    else take(null);
  };
  const again = (file: Blob | null) => {
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
      isGone = true;
    },
  };
}

/** Not undone by itself: the place and the picture in it are one step. */
function replacePending(view: EditorView, at: number, node: TextNode, { src, width, height }: Picture) {
  const figure = view.state.schema.nodes.figure?.create({ src, width, height, alt: node.attrs.alt });
  const { tr } = view.state;
  if (figure) tr.replaceWith(at, at + node.nodeSize, figure);
  return tr.setMeta('addToHistory', false);
}

function failureOf(source: PictureSource | undefined, words: TextWords): string {
  if (source?.kind === 'address') return words.foreign(new URL(source.address).host);
  return source?.kind === 'file' ? words.failed : words.lost;
}

function showFailure(
  dom: HTMLElement,
  words: TextWords,
  said: string,
  does: { again(file: Blob | null): void; remove(): void },
): void {
  const file = element('input', {
    type: 'file',
    accept: 'image/*',
    class: 'pending-file',
    'aria-label': words.chooseFile,
  });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) does.again(chosen);
  });
  const buttons = element('div', { class: 'pending-buttons' });
  const retry = element('button', { type: 'button' }, words.retry);
  retry.addEventListener('click', () => does.again(null));
  const remove = element('button', { type: 'button' }, words.remove);
  remove.addEventListener('click', does.remove);
  if (said === words.lost) buttons.append(file, remove);
  else buttons.append(retry, file, remove);
  dom.replaceChildren(element('p', { role: 'alert' }, said), buttons);
}
