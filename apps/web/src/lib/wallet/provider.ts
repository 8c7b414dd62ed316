/** A wallet's way in, by EIP-1193. */
export type Provider = {
  request: (asked: { readonly method: string; readonly params?: readonly unknown[] }) => Promise<unknown>;
};

/** A wallet that this browser offers. */
export type Wallet = {
  /** What is remembered of it: its reverse domain name, or the window's name for it. A new one each visit is its uuid. */
  readonly id: string;
  readonly name: string;
  /** An image as a data URL. */
  readonly icon?: string;
  readonly provider: Provider;
};
