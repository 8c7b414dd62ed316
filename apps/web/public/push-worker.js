// Shows notifications and opens the app from them. It has no `fetch` handler, so pages load as they would without it.
addEventListener('push', (event) => {
  const { title, body, to, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, icon: '/icon.svg', data: { to } }));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openApp(new URL(event.notification.data.to, location.origin).href));
});

/** Leads an open page of the app there, else opens one. */
async function openApp(address) {
  const [page] = await clients.matchAll({ type: 'window' });
  if (!page) return clients.openWindow(address);
  await page.focus();
  return page.navigate(address);
}
