import { startPostList } from '../blog/list/start-list.ts';
import { suggestFromLinks } from '../layout/language/start-language-suggestion.ts';

startPostList();
// The head of a filtered list has no links to other languages.
suggestFromLinks(document.querySelectorAll<HTMLAnchorElement>('.language-menu a[hreflang]'));
performance.mark('hydrated');
