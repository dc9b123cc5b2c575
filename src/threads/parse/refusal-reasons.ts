/** Why a field isn't read. */
export const refusalReasons = {
  card: 'a card, a song or a poll: no file that Threads gives out has been seen in it',
  count: 'a number of views or reactions, which is different every minute',
  display: 'how Threads arranges or labels the post on its own pages',
  duplicate: 'the same as a field that is read',
  empty: 'nobody has seen it with a value',
  id: 'another id of the same object, or the name of its type',
  person: 'about people other than the author',
  replies: 'about replies, which are not part of the post',
  tracking: 'a token for statistics or advertising',
  translation: 'made by Threads, in the language of the visitor',
  visitor: 'what this visitor may do or has done, which is nothing without an account',
} as const;
