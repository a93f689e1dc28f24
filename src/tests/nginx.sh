#!/bin/bash
# Tries the guide's snippet for nginx on a real nginx: builds this repository's site for a sub-path,
# serves it on the loopback by that very snippet, and follows every link from page to page.
# Argument: the program. Needs nginx and curl.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(realpath "$1")
work=$(mktemp -d)
trap 'kill "$(cat "$work/nginx.pid" 2>/dev/null)" 2>/dev/null || true; rm -rf "$work"' EXIT

"$program" build --quiet --base-url http://127.0.0.1/notes/ --out "$work/site"
snippet=$(sed -n '/^```nginx$/,/^```$/p' notes/docs/publishing.md | sed '1d;$d')
[ "$snippet" = "$(sed -n '/^```nginx$/,/^```$/p' README.md | sed '1d;$d')" ] || { echo 'README and guide differ in the snippet'; exit 1; }
[ -n "$snippet" ] || { echo 'the guide has no snippet for nginx'; exit 1; }
port=$((20000 + RANDOM % 20000))
cat >"$work/nginx.conf" <<EOF
pid $work/nginx.pid;
error_log $work/error.log;
worker_processes 1;
events {}
http {
    access_log off;
    client_body_temp_path $work/a; proxy_temp_path $work/b; fastcgi_temp_path $work/c; uwsgi_temp_path $work/d; scgi_temp_path $work/e;
    server {
        listen 127.0.0.1:$port;
        ${snippet//\/srv\/notes/$work\/site}
    }
}
EOF
chmod 755 "$work"
nginx -c "$work/nginx.conf" -e "$work/error.log"

host=http://127.0.0.1:$port
ask() { curl -s -o "$work/body" -w '%{http_code} %{content_type}' "$host$1"; }
expect() {
    local got
    got=$(ask "$1")
    [ "$got" = "$2" ] || { echo "$1: $got, not $2"; exit 1; }
}
expect /notes/ '200 text/html; charset=utf-8'
expect /notes/research '200 text/html; charset=utf-8'
expect /notes/index.md '200 text/markdown; charset=utf-8'
expect /notes/feed.xml '200 text/xml; charset=utf-8'
expect /notes/api/v1/index.json '200 application/json; charset=utf-8'
expect /notes/none/at/all '404 text/html; charset=utf-8'
cmp -s "$work/body" "$work/site/404.html" || { echo 'another page than 404.html is shown for what is not there'; exit 1; }

# Every page that is linked from a page is there.
pages=0
declare -A seen=([/notes/]=1)
queue=(/notes/)
while [ ${#queue[@]} -gt 0 ]; do
    page=${queue[0]}
    queue=("${queue[@]:1}")
    got=$(ask "$page")
    [ "${got%% *}" = 200 ] || { echo "$page: $got"; exit 1; }
    pages=$((pages + 1))
    case $got in *text/html*) ;; *) continue ;; esac
    while read -r link; do
        link=${link%%#*}
        link=${link%%\?*}
        [ -n "$link" ] && [ -z "${seen[$link]:-}" ] || continue
        seen[$link]=1
        queue+=("$link")
    done < <(grep -oE '(href|src)="/[^"]*"' "$work/body" | cut -d'"' -f2)
done
echo "nginx: $pages addresses, all there"
