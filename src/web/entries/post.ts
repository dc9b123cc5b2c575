import { startCodeCopy } from '../blog/post/start-code-copy.ts';
import { startShareButton, startViewCount } from '../blog/post/start-post.ts';
import { startVideoCards } from '../blog/post/start-video-cards.ts';
import { suggestFromLinks } from '../layout/language/start-language-suggestion.ts';
import { loadTranslator } from '../rendering/client-messages.ts';

const t = await loadTranslator();
startVideoCards();
startShareButton();
startViewCount(t);
startCodeCopy(t);
suggestFromLinks(document.querySelectorAll<HTMLLinkElement>('link[rel=alternate][hreflang]'));
performance.mark('hydrated');
