/** A wallet's interface by EIP-1193. */
export type Provider = {
  request: (asked: { readonly method: string; readonly params?: readonly unknown[] }) => Promise<unknown>;
};

/** A wallet that this browser offers. */
export type Wallet = {
  /** Its reverse domain name, or the window's name for it. A uuid that changes each visit is not used. */
  readonly id: string;
  readonly name: string;
  /** An image as a data URL. */
  readonly icon?: string;
  readonly provider: Provider;
};
