/** Names the chain in the payload of a call that is about one: the specification's client always sends BNB. */
export function withChain<Body extends object>(body: Body): Body & { readonly chain: 'BNB' } {
  return { ...body, chain: 'BNB' };
}
