/** One article of the seed: what all its languages share. Its texts are `articles/<key>/<locale>.html`, its cover `covers/<key>.svg`. */
export interface SeedArticle {
  key: string;
  category: string;
  tags: readonly string[];
  /** Whole days between its publishing and the seeding. */
  daysAgo: number;
  /** Part of what a new installation starts with. */
  welcome?: true;
}
