/** A passed check: what makes it unique, so that it counts once, and until when it could be shown again. */
export type HumanProof = { readonly identity: string; readonly expiresAt: Date };

export type HumanCheckContext = {
  /** What is to be let through, by the name under which the page has to ask the provider for its token. */
  readonly action: string;
  /** The fan's network address. */
  readonly address: string;
};

/** A way to tell people from machines. */
export type HumanCheck = {
  /** A challenge for the fan's browser, if this server is the one who sets it. */
  readonly challenge?: () => Promise<HumanChallenge>;
  /** The proof inside a token, or nothing if the token does not convince. */
  verify(token: string, context: HumanCheckContext): Promise<HumanProof | undefined>;
};

export type HumanChallenge = { readonly [name: string]: ChallengeValue };
type ChallengeValue = string | number | boolean | null | HumanChallenge;
