import { Extension } from '@tiptap/core';
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { isOwnPicture } from './own-picture.ts';
import { type PictureJobs, type PictureSource, sourceOf } from './picture-jobs.ts';

/** Pictures that are pasted or dropped: files are uploaded, those of other sites fetched, none stays where it was. */
export const Pictures = Extension.create<{ jobs: PictureJobs | null }>({
  name: 'pictures',
  addOptions: () => ({ jobs: null }),
  addProseMirrorPlugins() {
    const { jobs } = this.options;
    if (!jobs) return [];
    return [
      new Plugin({
        props: {
          transformPasted: (slice, view) => takeIn(slice, view.state.schema, jobs),
          handlePaste(view, event, slice) {
            const files = picturesIn(event.clipboardData);
            // Office programs add a picture of the very text that they give as HTML.
            if (files.length === 0 || hasWords(slice.content)) return false;
            insertPictures(view, files.map(toFile), jobs);
            return true;
          },
          handleDrop(view, event, _slice, moved) {
            const { files = null } = event.dataTransfer ?? {};
            if (moved || !files || files.length === 0) return false;
            const pictures = picturesIn(event.dataTransfer);
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
            insertPictures(view, pictures.map(toFile), jobs, { at });
            // Any other file would take the place of the page.
            return true;
          },
        },
      }),
    ];
  },
});

/** Places for pictures, after the block at `at` or at the selection. */
export function insertPictures(
  view: EditorView,
  sources: readonly PictureSource[],
  jobs: PictureJobs,
  { at, alt = '' }: { at?: number | undefined; alt?: string } = {},
): void {
  const type = view.state.schema.nodes.pendingPicture;
  if (!type || sources.length === 0) return;
  const nodes = sources.map((source) => pendingOf(view.state.schema, source, jobs, alt));
  const { tr } = view.state;
  const $at = at === undefined ? tr.selection.$to : tr.doc.resolve(at);
  const { parent, depth } = $at;
  if (!parent.isTextblock) tr.insert($at.pos, nodes);
  else if (isEmptyLine(parent) && $at.node(-1).canReplaceWith($at.index(-1), $at.index(-1) + 1, type))
    tr.replaceWith($at.before(depth), $at.after(depth), nodes);
  else tr.insert($at.after(depth), nodes);
  view.dispatch(tr.scrollIntoView());
}

function isEmptyLine({ type, content }: Node): boolean {
  return type.name === 'paragraph' && content.size === 0;
}

function pendingOf(schema: Schema, source: PictureSource, jobs: PictureJobs, alt: string): Node {
  const address = source.kind === 'address' ? source.address : null;
  return schema.nodes.pendingPicture?.create({ job: jobs.start(source), alt, address }) as Node;
}

function takeIn(slice: Slice, schema: Schema, jobs: PictureJobs): Slice {
  return new Slice(takeInNodes(slice.content, schema, jobs), slice.openStart, slice.openEnd);
}

function takeInNodes(content: Fragment, schema: Schema, jobs: PictureJobs): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    const src = String(node.attrs.src ?? '');
    if (node.type.name === 'figure' && !isOwnPicture(src)) {
      nodes.push(pendingOf(schema, sourceOf(src), jobs, String(node.attrs.alt ?? '')));
      if (node.content.size > 0) nodes.push(schema.nodes.paragraph?.create(null, node.content) as Node);
    } else if (node.type.name === 'pendingPicture' && !jobs.find(String(node.attrs.job))) {
      nodes.push(
        pendingOf(schema, sourceOf(String(node.attrs.address ?? '')), jobs, String(node.attrs.alt ?? '')),
      );
    } else if (node.type.name !== 'image' || isOwnPicture(src)) {
      nodes.push(node.copy(takeInNodes(node.content, schema, jobs)));
    }
  });
  return Fragment.fromArray(nodes);
}

function hasWords(content: Fragment): boolean {
  return content.textBetween(0, content.size, ' ').trim() !== '';
}

function picturesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

function toFile(file: File): PictureSource {
  return { kind: 'file', file };
}
