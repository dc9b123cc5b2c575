import type { Editor } from '@tiptap/core';
import Bold from 'lucide-react/icons/bold';
import Code from 'lucide-react/icons/code';
import Heading1 from 'lucide-react/icons/heading-1';
import Heading2 from 'lucide-react/icons/heading-2';
import Heading3 from 'lucide-react/icons/heading-3';
import ImageIcon from 'lucide-react/icons/image';
import Italic from 'lucide-react/icons/italic';
import LinkIcon from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListOrdered from 'lucide-react/icons/list-ordered';
import Minus from 'lucide-react/icons/minus';
import Redo from 'lucide-react/icons/redo-2';
import SquareCode from 'lucide-react/icons/square-code';
import Strikethrough from 'lucide-react/icons/strikethrough';
import TableIcon from 'lucide-react/icons/table';
import TextQuote from 'lucide-react/icons/text-quote';
import Undo from 'lucide-react/icons/undo-2';
import type { ComponentProps, ComponentType } from 'react';
import type { MessageKey } from '#i18n/translator.ts';

export type EditorDialogKind = 'link' | 'image';

export interface EditorCommand {
  id: string;
  label: MessageKey;
  keys?: string;
  Icon: ComponentType<ComponentProps<'svg'>>;
  /** Only for commands that can be on or off. */
  isActive?(editor: Editor): boolean;
  isPossible?(editor: Editor): boolean;
  run(editor: Editor, openDialog: (kind: EditorDialogKind) => void): void;
}

const chainFocus = (editor: Editor) => editor.chain().focus();
const headingCommand = (level: 1 | 2 | 3, Icon: EditorCommand['Icon'], label: MessageKey): EditorCommand => ({
  id: `heading-${level}`,
  label,
  keys: `Mod+Alt+${level}`,
  Icon,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => chainFocus(editor).toggleHeading({ level }).run(),
});

/** Groups in toolbar order. */
export const editorCommands = [
  [
    {
      id: 'bold',
      label: 'admin.text.bold',
      keys: 'Mod+B',
      Icon: Bold,
      isActive: (editor) => editor.isActive('bold'),
      run: (editor) => chainFocus(editor).toggleBold().run(),
    },
    {
      id: 'italic',
      label: 'admin.text.italic',
      keys: 'Mod+I',
      Icon: Italic,
      isActive: (editor) => editor.isActive('italic'),
      run: (editor) => chainFocus(editor).toggleItalic().run(),
    },
    {
      id: 'strike',
      label: 'admin.text.strike',
      keys: 'Mod+Shift+S',
      Icon: Strikethrough,
      isActive: (editor) => editor.isActive('strike'),
      run: (editor) => chainFocus(editor).toggleStrike().run(),
    },
    {
      id: 'code',
      label: 'admin.text.code',
      keys: 'Mod+E',
      Icon: Code,
      isActive: (editor) => editor.isActive('code'),
      run: (editor) => chainFocus(editor).toggleCode().run(),
    },
    {
      id: 'link',
      label: 'admin.text.link',
      keys: 'Mod+K',
      Icon: LinkIcon,
      isActive: (editor) => editor.isActive('link'),
      run: (_editor, openDialog) => openDialog('link'),
    },
  ],
  [
    headingCommand(1, Heading1, 'admin.text.heading_1'),
    headingCommand(2, Heading2, 'admin.text.heading_2'),
    headingCommand(3, Heading3, 'admin.text.heading_3'),
  ],
  [
    {
      id: 'bullet-list',
      label: 'admin.text.bullet_list',
      keys: 'Mod+Shift+8',
      Icon: List,
      isActive: (editor) => editor.isActive('bulletList'),
      run: (editor) => chainFocus(editor).toggleBulletList().run(),
    },
    {
      id: 'ordered-list',
      label: 'admin.text.ordered_list',
      keys: 'Mod+Shift+7',
      Icon: ListOrdered,
      isActive: (editor) => editor.isActive('orderedList'),
      run: (editor) => chainFocus(editor).toggleOrderedList().run(),
    },
    {
      id: 'quote',
      label: 'admin.text.quote',
      keys: 'Mod+Shift+B',
      Icon: TextQuote,
      isActive: (editor) => editor.isActive('blockquote'),
      run: (editor) => chainFocus(editor).toggleBlockquote().run(),
    },
    {
      id: 'code-block',
      label: 'admin.text.code_block',
      keys: 'Mod+Alt+C',
      Icon: SquareCode,
      isActive: (editor) => editor.isActive('codeBlock'),
      run: (editor) => chainFocus(editor).toggleCodeBlock().run(),
    },
  ],
  [
    {
      id: 'image',
      label: 'admin.text.image',
      Icon: ImageIcon,
      run: (_editor, openDialog) => openDialog('image'),
    },
    {
      id: 'table',
      label: 'admin.text.table',
      Icon: TableIcon,
      isPossible: (editor) => !editor.isActive('table'),
      run: (editor) => chainFocus(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    {
      id: 'divider',
      label: 'admin.text.divider',
      Icon: Minus,
      run: (editor) => chainFocus(editor).setHorizontalRule().run(),
    },
  ],
  [
    {
      id: 'undo',
      label: 'admin.text.undo',
      keys: 'Mod+Z',
      Icon: Undo,
      isPossible: (editor) => editor.can().undo(),
      run: (editor) => chainFocus(editor).undo().run(),
    },
    {
      id: 'redo',
      label: 'admin.text.redo',
      keys: 'Mod+Shift+Z',
      Icon: Redo,
      isPossible: (editor) => editor.can().redo(),
      run: (editor) => chainFocus(editor).redo().run(),
    },
  ],
] satisfies EditorCommand[][];
