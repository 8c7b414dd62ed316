/** BNB Smart Chain's test network, on which everything of the product that is on a chain happens. */
export const chainId = 97;
