"""OpenStack Swift with its S3 API in one process, on ports of its own: the storage that the tests of the S3 storage
speak with. Signatures are checked. Prints the port as its first line, and ends when its standard input closes.

Usage: run-swift.py FOLDER ACCOUNT:USER SECRET
"""

import eventlet

eventlet.monkey_patch()

import os
import sys
from eventlet import tpool, wsgi
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.storage_policy import reload_storage_policies

folder, account_and_user, secret = sys.argv[1:4]
account, user = account_and_user.split(':')

with open(os.path.join(folder, 'swift.conf'), 'w') as conf:
    conf.write(
        '[swift-hash]\nswift_hash_path_suffix = tests\n'
        '[storage-policy:0]\nname = only\ndefault = yes\n'
    )
utils.set_swift_dir(folder)
reload_storage_policies()

from swift.account.server import app_factory as account_server
from swift.common.wsgi import ConfigString, SwiftHttpProtocol, loadapp
from swift.container.server import app_factory as container_server
from swift.obj.server import app_factory as object_server

os.makedirs(os.path.join(folder, 'devices', 'disk'), exist_ok=True)


def serve(app, listener):
    eventlet.spawn(
        wsgi.server, listener, app, open(os.devnull, 'w'), protocol=SwiftHttpProtocol, debug=False, max_size=256
    )


def listen():
    return eventlet.listen(('127.0.0.1', 0))


backends = {'account': account_server, 'container': container_server, 'object': object_server}
conf = {
    'swift_dir': folder,
    'devices': os.path.join(folder, 'devices'),
    'mount_check': 'false',
    'disable_fallocate': 'true',
}
for name, factory in backends.items():
    listener = listen()
    port = listener.getsockname()[1]
    ring = RingBuilder(1, 1, 0)
    disk = {'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'device': 'disk', 'meta': ''}
    ring.add_dev({**disk, 'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, name + '.ring.gz'))
    serve(factory({}, **conf), listener)

front = listen()
proxy = loadapp(
    ConfigString(
        f"""
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth bulk slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
# The pipeline asks for a cache; nobody listens there, which it bears.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
# Few objects make more than one page.
max_bucket_listing = 3
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
"""
    )
)
serve(proxy, front)
print(front.getsockname()[1], flush=True)
# Reading blocks, so it is left to a thread.
tpool.execute(sys.stdin.read)
