#!/bin/sh
# Regenerates all media files of the fake Threads. Needs ffmpeg (libx264, aac, libwebp) and the DejaVu fonts.
# The files are checked in. After changing their sizes, update ../media-files.ts.
set -eu
cd "$(dirname "$0")"
raw_frames=$(mktemp)
trap 'rm -f "$raw_frames"' EXIT
font=/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf
quiet="-hide_banner -loglevel error -nostdin -y"
exact="-map_metadata -1 -fflags +bitexact -flags:v +bitexact"

label() { # text height
  [ -n "$1" ] && printf "drawtext=fontfile=%s:text='%s':fontsize=%s:fontcolor=white@0.92:x=(w-tw)/2:y=h*0.68:shadowcolor=black@0.25:shadowx=3:shadowy=3" "$font" "$1" "$(($2 / 5))" || printf null
}
draw() { node draw-landscape.ts "$@" | cat; } # width height frames hue seed

# One image: the file, a small uncropped version and a square crop of the center.
picture() { # name ext width height hue seed text
  name=$1 ext=$2 w=$3 h=$4
  case $ext in webp) q="-c:v libwebp -quality 82" ;; jpg) q="-q:v 5" ;; png) q="" ;; esac
  draw "$w" "$h" 1 "$5" "$6" > "$raw_frames"
  ffmpeg $quiet -f rawvideo -pix_fmt rgb24 -s "${w}x$h" -i $raw_frames -vf "$(label "$7" "$h")" $q $exact -frames:v 1 "$name.$ext"
  ffmpeg $quiet -i "$name.$ext" -vf "scale=360:-2" -q:v 7 $exact -frames:v 1 "$name-small.jpg"
  ffmpeg $quiet -i "$name.$ext" -vf "crop='min(iw,ih)':'min(iw,ih)',scale=180:180" -q:v 8 $exact -frames:v 1 "$name-square.jpg"
}
# One video at 12 fps: H.264, AAC unless silent, and its cover.
video() { # name width height seconds hue seed text tone
  name=$1 w=$2 h=$3 s=$4
  draw $((w / 2)) $((h / 2)) $((s * 12)) "$5" "$6" > "$raw_frames"
  sound="-an"
  tone=""
  if [ -n "$8" ]; then
    tone="-f lavfi -t $s -i aevalsrc=0.12*sin(2*PI*$8*t)+0.1*sin(2*PI*$8*1.25*t)+0.08*sin(2*PI*$8*1.5*t):s=44100"
    sound="-c:a aac -b:a 48k -shortest"
  fi
  ffmpeg $quiet -f rawvideo -pix_fmt rgb24 -s "$((w / 2))x$((h / 2))" -r 12 -i $raw_frames $tone \
    -vf "scale=$w:$h:flags=bicubic,$(label "$7" "$h")" -c:v libx264 -profile:v main -preset veryslow -crf 30 -pix_fmt yuv420p \
    $sound -movflags +faststart $exact -flags:a +bitexact "$name.mp4"
  ffmpeg $quiet -i "$name.mp4" -vf "scale=360:-2" -q:v 6 $exact -frames:v 1 "$name-cover.jpg"
}

picture photo webp 1080 1350 200 1 ""
picture sunset jpg 1080 1350 300 2 ""
picture valley webp 1080 1350 150 3 ""
picture dusk jpg 1080 1350 250 4 ""
picture panorama jpg 784 391 20 5 ""
picture linked-1 webp 1080 1080 90 6 1
picture linked-2 jpg 1080 1080 330 7 2
picture stranger jpg 640 800 0 8 ""
ffmpeg $quiet -i stranger.jpg -vf crop=500:500,scale=96:96 -q:v 9 $exact -frames:v 1 avatar.jpg

video portrait 720 1280 3 215 11 "" 220
video capped 720 1280 2 280 12 "" 262
video landscape 1280 720 2 335 13 "" 196
video loop 480 270 2 170 14 "" ""
video stranger-clip 360 640 1 0 8 "" 300
video clip-1 720 1280 2 0 21 1 220
video clip-2 720 1280 2 72 22 2 247
video clip-3 464 832 2 144 23 3 262
video clip-4 480 832 2 216 24 4 294
video clip-5 480 832 2 288 25 5 330

index=1
while [ $index -le 20 ]; do
  number=$(printf %02d $index)
  hue=$((index * 18))
  case $index in
    3 | 6 | 9 | 13 | 17 | 20) video "mixed-$number" 480 600 1 $hue $((30 + index)) $index $((180 + index * 12)) ;;
    5) picture "mixed-$number" png 240 300 $hue $((30 + index)) $index ;;
    1 | 7 | 11 | 15 | 19) picture "mixed-$number" webp 720 900 $hue $((30 + index)) $index ;;
    *) picture "mixed-$number" jpg 720 900 $hue $((30 + index)) $index ;;
  esac
  index=$((index + 1))
done

draw 240 240 12 190 41 > "$raw_frames"
raw="-f rawvideo -pix_fmt rgb24 -s 240x240 -r 12 -i $raw_frames"
ffmpeg $quiet $raw -vf "split[a][b];[a]palettegen=max_colors=48[p];[b][p]paletteuse=dither=none" -loop 0 $exact wave.gif
ffmpeg $quiet $raw -c:v libwebp_anim -quality 60 -loop 0 $exact wave.webp
ffmpeg $quiet -f lavfi -t 3 -i "aevalsrc=0.25*sin(2*PI*(260+60*sin(2*PI*0.7*t))*t)*exp(-mod(t\,0.6)*3):s=44100" -c:a aac -b:a 48k $exact -flags:a +bitexact voice.m4a
