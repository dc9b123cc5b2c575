import { clips, images } from '../media-files.ts';
import {
  blockedResponses,
  createPost,
  defaultResponses,
  departed,
  type ExpectedItem,
  errorScene,
  everywhere,
  expectItems,
  hidden,
  kenji,
  mediaScene,
  mira,
  missingResponses,
  none,
  otto,
  photo,
  strangers,
  video,
} from '../scene.ts';

const textPost = (code: string, author = mira) =>
  createPost(code, author, 'You will not get to read this.', none);
const photoPost = (code: string, text: string, image = images.dusk) =>
  createPost(code, otto, text, photo(image));
const videoPost = (code: string, text: string, clip = clips.portrait) =>
  createPost(code, kenji, text, video(clip));
const byEmbed = photoPost('DemoOnlyEmb', 'Only the embed page shows me.');
const quotedVideo = videoPost('DemoQuotWlk', 'Up and down, and up again.', clips.landscape);
const withoutSizes = (items: ExpectedItem[]) => items.map((item) => ({ ...item, width: null, height: null }));
const claimed = { ...textPost('DemoConflic'), content: video(clips.portrait) };

/** Scenes that differ in how Threads responds. */
export const responseScenes = {
  autumnPage: mediaScene(
    'A page of autumn 2026, with a stranger before the post and strangers below',
    createPost('DemoAutumn1', kenji, 'The leaves fall sideways here.', video(clips.portrait), {
      replyTo: strangers[0],
    }),
    undefined,
    {
      before: [createPost('DemoAutumn0', strangers[0], 'Watch mine first!', video(clips.stranger))],
      responses: { ...blockedResponses, page: 'autumn' },
    },
  ),
  pageOnlyByGraphql: mediaScene(
    'Pages are empty; GraphQL has the video',
    videoPost('DemoOnlyGql', 'Only GraphQL shows me.'),
    undefined,
    { responses: { ...blockedResponses, graphql: 'post' } },
  ),
  pageOnlyByRoute: mediaScene(
    'Pages are empty; the route definition has the video',
    videoPost('DemoOnlyRou', 'Only the route definition shows me.', clips.capped),
    undefined,
    { responses: { ...blockedResponses, route: 'post' } },
  ),
  pageOnlyByEmbed: mediaScene(
    'Only the embed page has the photo',
    byEmbed,
    withoutSizes(expectItems(byEmbed, 'own')),
    { hasOgImage: false, responses: { ...blockedResponses, embed: 'card' } },
  ),
  pageOnlyByEmbedQuote: mediaScene(
    'Only the embed page has the post, which quotes a video',
    { ...byEmbed, code: 'DemoQuotEmb', content: none, quoted: quotedVideo },
    withoutSizes(expectItems(quotedVideo, 'quoted')),
    { responses: { ...blockedResponses, embed: 'card' } },
  ),
  goneByEmbed: errorScene(
    'Only the embed page says that the post is gone',
    textPost('DemoEmbGone'),
    'post.gone',
    {
      responses: { ...blockedResponses, embed: 'unavailable' },
    },
  ),
  pageOnlyByOg: mediaScene(
    'Only the head of an empty page names the photo',
    photoPost('DemoOnlyOg1', 'Only the head of the page shows me.'),
    undefined,
    { responses: blockedResponses },
  ),
  emptyThenPage: mediaScene(
    'An empty page once, then the page',
    photoPost('DemoSecondT', 'Second time lucky.', images.valley),
    undefined,
    { hasOgImage: false, responses: { ...blockedResponses, page: 'emptyOnce' } },
  ),
  emptyPage: errorScene('Empty pages for every strategy', textPost('DemoShellAl'), 'upstream.empty', {
    responses: blockedResponses,
  }),
  codeAbsent: errorScene('A page full of strangers, without the post', textPost('DemoAbsentP'), 'post.gone', {
    responses: { ...missingResponses, page: 'strangers' },
  }),
  conflict: errorScene('Two authors claim one code', claimed, 'upstream.changed', {
    impostor: {
      ...claimed,
      author: strangers[1],
      content: video(clips.stranger),
      pk: '3899999999999999999',
    },
    responses: { ...defaultResponses, embed: 'emptyPage' },
  }),
  gone: errorScene('A deleted post', textPost('DemoDeleted', departed), 'post.gone', {
    responses: missingResponses,
  }),
  private: errorScene('A post of a private account', textPost('DemoPrivate', hidden), 'post.private', {
    privateProfile: true,
    responses: missingResponses,
  }),
  restricted: errorScene('A restricted post', textPost('DemoNot4All'), 'post.restricted', {
    responses: { ...missingResponses, page: 'restricted', embed: 'frameOnly' },
  }),
  geoBlocked: errorScene('A post that is blocked in a region', textPost('DemoGeoBloc'), 'post.restricted', {
    responses: { ...missingResponses, page: 'geoBlocked', embed: 'frameOnly' },
  }),
  sensitive: errorScene('A sensitive post', textPost('DemoSensiti'), 'post.sign_in', {
    responses: { ...blockedResponses, page: 'signIn' },
  }),
  ghost: errorScene(
    'A ghost post that is over',
    { ...textPost('DemoGhostOv'), tombstone: true, ghost: true },
    'post.expired',
  ),
  pleaseWait: errorScene('A burst of requests', textPost('DemoPleaseW'), 'upstream.busy', {
    responses: everywhere('pleaseWait'),
  }),
  deadQuery: errorScene('A query id that is no longer served', textPost('DemoDeadQue'), 'upstream.empty', {
    responses: { ...blockedResponses, graphql: 'deadQuery' },
  }),
  loginWall: errorScene('A login wall', textPost('DemoLoginWa'), 'upstream.login', {
    responses: everywhere('login'),
  }),
  checkpoint: errorScene('A check for robots', textPost('DemoCheckpo'), 'upstream.checkpoint', {
    responses: everywhere('checkpoint'),
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
