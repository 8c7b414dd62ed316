type Bucket = { readonly endpoint: string; readonly bucket: string; readonly pathStyle: boolean };

/** What the addresses of all objects of a bucket begin with; ends with a slash. */
export function bucketAddress({ endpoint, bucket, pathStyle }: Bucket): string {
  const url = new URL(endpoint);
  if (!pathStyle) url.host = `${bucket}.${url.host}`;
  const folder = url.pathname.replace(/\/*$/, '/');
  url.pathname = pathStyle ? `${folder}${bucket}/` : folder;
  return url.href;
}
