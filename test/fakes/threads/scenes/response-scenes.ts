import { departed, hidden, kenji, lina, mira, otto, strangers } from '../authors.ts';
import { clips, images } from '../media-files.ts';
import type { PostPlan } from '../post-plan.ts';
import { everywhere } from '../scene.ts';
import { errorScene, expectItems, mediaScene } from './compose-scene.ts';

function textPost(code: string, author = mira): PostPlan {
  return { code, author, text: 'You will not get to read this.', content: { kind: 'none' } };
}
function photoPost(code: string, text: string, image = images.dusk): PostPlan {
  return { code, author: otto, text, content: { kind: 'photo', image } };
}
function videoPost(code: string, text: string, clip = clips.portrait): PostPlan {
  return { code, author: kenji, text, content: { kind: 'video', clip } };
}
const byEmbed = photoPost('DemoOnlyEmb', 'Only the embed page shows me.');
const byOg = photoPost('DemoOnlyOg1', 'Only the head of the page shows me.');
const claimed: PostPlan = { ...textPost('DemoConflic'), content: { kind: 'video', clip: clips.portrait } };

/** Scenes that differ in how Threads responds. */
export const responseScenes = {
  pageOnlyByGraphql: mediaScene(
    'Pages are empty; GraphQL has the video',
    videoPost('DemoOnlyGql', 'Only GraphQL shows me.'),
    undefined,
    { responses: { page: 'emptyPage', graphql: 'post', route: 'rejected', embed: 'emptyPage' } },
  ),
  pageOnlyByRoute: mediaScene(
    'Pages are empty; the route definition has the video',
    videoPost('DemoOnlyRou', 'Only the route definition shows me.', clips.capped),
    undefined,
    { responses: { page: 'emptyPage', graphql: 'rejected', route: 'post', embed: 'emptyPage' } },
  ),
  pageOnlyByEmbed: mediaScene(
    'Only the embed page has the photo',
    byEmbed,
    expectItems(byEmbed, 'own').map((item) => ({ ...item, width: null, height: null })),
    {
      hasOgImage: false,
      responses: { page: 'emptyPage', graphql: 'rejected', route: 'rejected', embed: 'card' },
    },
  ),
  pageOnlyByOg: mediaScene('Only the head of an empty page names the photo', byOg, undefined, {
    responses: { page: 'emptyPage', graphql: 'rejected', route: 'rejected', embed: 'emptyPage' },
  }),
  emptyThenPage: mediaScene(
    'An empty page once, then the page',
    photoPost('DemoSecondT', 'Second time lucky.', images.valley),
    undefined,
    {
      hasOgImage: false,
      responses: { page: 'emptyOnce', graphql: 'rejected', route: 'rejected', embed: 'emptyPage' },
    },
  ),
  emptyPage: errorScene('Empty pages for every strategy', textPost('DemoShellAl'), 'upstream.busy', {
    responses: { page: 'emptyPage', graphql: 'rejected', route: 'rejected', embed: 'emptyPage' },
  }),
  codeAbsent: errorScene('A page full of strangers, without the post', textPost('DemoAbsentP'), 'post.gone', {
    responses: { page: 'strangers', graphql: 'notFound', route: 'notFound', embed: 'unavailable' },
  }),
  conflict: errorScene('Two authors claim one code', claimed, 'upstream.changed', {
    impostor: {
      ...claimed,
      author: strangers[1] ?? lina,
      content: { kind: 'video', clip: clips.stranger },
      pk: '3899999999999999999',
    },
    responses: { page: 'post', graphql: 'post', route: 'post', embed: 'emptyPage' },
  }),
  gone: errorScene('A deleted post', textPost('DemoDeleted', departed), 'post.gone', {
    responses: { page: 'invalidPost', graphql: 'notFound', route: 'notFound', embed: 'unavailable' },
  }),
  private: errorScene('A post of a private account', textPost('DemoPrivate', hidden), 'post.private', {
    privateProfile: true,
    responses: { page: 'invalidPost', graphql: 'notFound', route: 'notFound', embed: 'unavailable' },
  }),
  restricted: errorScene('A restricted post', textPost('DemoNot4All'), 'post.restricted', {
    responses: { page: 'restricted', graphql: 'notFound', route: 'notFound', embed: 'frameOnly' },
  }),
  loginWall: errorScene('A login wall', textPost('DemoLoginWa'), 'upstream.busy', {
    responses: everywhere('login'),
  }),
  busy: errorScene('Too many requests', textPost('DemoTooBusy'), 'upstream.busy', {
    responses: everywhere('busy'),
  }),
  changedMarkup: errorScene('Data in an unknown format', textPost('DemoChanged'), 'upstream.changed', {
    responses: everywhere('changed'),
  }),
  slow: errorScene('A page that times out', textPost('DemoSlowest'), 'upstream.timeout', {
    responses: everywhere('slow'),
  }),
  redirectInside: errorScene('A redirect to a private address', textPost('DemoInside1'), 'upstream.busy', {
    responses: everywhere('redirectInside'),
  }),
};
