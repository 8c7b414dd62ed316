import type { FastifyRequest } from 'fastify';

/** What proxies in front say where they do not know; for anonymous networks they have words that are no country either. */
const unknownCountry = 'XX';

/** The client's country (ISO 3166-1), where COUNTRY_HEADER lets it be known. */
export function countryOf({ headers, server }: FastifyRequest): string | undefined {
  const { countryHeader } = server.services.settings;
  const country = countryHeader === undefined ? undefined : headers[countryHeader];
  return typeof country === 'string' && /^[A-Z]{2}$/.test(country) && country !== unknownCountry ? country : undefined;
}
