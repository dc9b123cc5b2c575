import { clips, pictures } from '../media-files.ts';
import { departed, hidden, kenji, lina, mira, otto, strangers } from '../people.ts';
import type { PostPlan } from '../post-plan.ts';
import { everywhere } from '../scene.ts';
import { failing, itemsOf, showing } from './compose-scene.ts';

function textPost(code: string, author = mira): PostPlan {
  return { code, author, text: 'You will not get to read this.', content: { kind: 'none' } };
}
function photoPost(code: string, text: string, picture = pictures.dusk): PostPlan {
  return { code, author: otto, text, content: { kind: 'photo', picture } };
}
function videoPost(code: string, text: string, clip = clips.portrait): PostPlan {
  return { code, author: kenji, text, content: { kind: 'video', clip } };
}
const byEmbed = photoPost('DemoOnlyEmb', 'Only the embed page shows me.');
const byOg = photoPost('DemoOnlyOg1', 'Only the head of the page shows me.');
const claimed: PostPlan = { ...textPost('DemoConflic'), content: { kind: 'video', clip: clips.portrait } };

/** Ways Threads itself answers, good and bad. */
export const answerScenes = {
  pageOnlyByGraphql: showing(
    'Pages are shells; GraphQL has the video',
    videoPost('DemoOnlyGql', 'Only GraphQL shows me.'),
    undefined,
    { answers: { page: 'shell', graphql: 'post', route: 'rejected', embed: 'shell' } },
  ),
  pageOnlyByRoute: showing(
    'Pages are shells; the route definition has the video',
    videoPost('DemoOnlyRou', 'Only the route definition shows me.', clips.capped),
    undefined,
    { answers: { page: 'shell', graphql: 'rejected', route: 'post', embed: 'shell' } },
  ),
  pageOnlyByEmbed: showing(
    'Only the embed page has the photo',
    byEmbed,
    itemsOf(byEmbed, 'own').map((item) => ({ ...item, width: null, height: null })),
    {
      ogPicture: false,
      answers: { page: 'shell', graphql: 'rejected', route: 'rejected', embed: 'card' },
    },
  ),
  pageOnlyByOg: showing('Only the head of a shell names the photo', byOg, undefined, {
    answers: { page: 'shell', graphql: 'rejected', route: 'rejected', embed: 'shell' },
  }),
  shellThenPage: showing(
    'A shell once, then the page',
    photoPost('DemoSecondT', 'Second time lucky.', pictures.valley),
    undefined,
    {
      ogPicture: false,
      answers: { page: 'shellOnce', graphql: 'rejected', route: 'rejected', embed: 'shell' },
    },
  ),
  shell: failing('Shells on every strategy', textPost('DemoShellAl'), 'upstream.busy', {
    answers: { page: 'shell', graphql: 'rejected', route: 'rejected', embed: 'shell' },
  }),
  codeAbsent: failing('A page full of strangers, without the post', textPost('DemoAbsentP'), 'post.gone', {
    answers: { page: 'strangers', graphql: 'notFound', route: 'notFound', embed: 'unavailable' },
  }),
  conflict: failing('Two authors claim one code', claimed, 'upstream.changed', {
    impostor: {
      ...claimed,
      author: strangers[1] ?? lina,
      content: { kind: 'video', clip: clips.stranger },
      pk: '3899999999999999999',
    },
    answers: { page: 'post', graphql: 'post', route: 'post', embed: 'shell' },
  }),
  gone: failing('Deleted', textPost('DemoDeleted', departed), 'post.gone', {
    answers: { page: 'invalidPost', graphql: 'notFound', route: 'notFound', embed: 'unavailable' },
  }),
  private: failing('Of a private account', textPost('DemoPrivate', hidden), 'post.private', {
    privateProfile: true,
    answers: { page: 'invalidPost', graphql: 'notFound', route: 'notFound', embed: 'unavailable' },
  }),
  restricted: failing('Not for everyone', textPost('DemoNot4All'), 'post.restricted', {
    answers: { page: 'restricted', graphql: 'notFound', route: 'notFound', embed: 'frameOnly' },
  }),
  loginWall: failing('A login wall', textPost('DemoLoginWa'), 'upstream.busy', {
    answers: everywhere('login'),
  }),
  busy: failing('Too many requests', textPost('DemoTooBusy'), 'upstream.busy', {
    answers: everywhere('busy'),
  }),
  changedMarkup: failing('Data in a shape nobody knows', textPost('DemoChanged'), 'upstream.changed', {
    answers: everywhere('changed'),
  }),
  slow: failing('No answer in time', textPost('DemoSlowest'), 'upstream.timeout', {
    answers: everywhere('slow'),
  }),
  redirectInside: failing('A redirect to a private address', textPost('DemoInside1'), 'upstream.busy', {
    answers: everywhere('redirectInside'),
  }),
};
