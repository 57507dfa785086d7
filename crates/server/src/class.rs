//! Class mode: the address that people in the same network type, and the same as a QR code.

use qrcode::render::{svg, unicode};
use qrcode::{EcLevel, QrCode};
use sprague_answers::AnswerError;
use sprague_answers::join::JoinAnswer;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// Requests of one machine that are worked on or wait at once: a browser has six connections, and a
/// class should not wait for one pupil's script.
pub const PER_CLIENT: usize = 12;

/// How a class reaches the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Addresses such as `http://192.168.1.7:8017/`; the first is the one to tell.
    addresses: Vec<String>,
}

impl Class {
    /// The addresses of a server that listens there; `None` where nobody else can reach it.
    pub fn at(listening: SocketAddr) -> Option<Self> {
        let machines =
            if listening.ip().is_unspecified() { of_this_machine() } else { vec![listening.ip()] };
        let reachable = machines.into_iter().filter(|ip| !ip.is_loopback());
        let port = listening.port();
        let addresses: Vec<String> =
            reachable.map(|ip| format!("http://{}/", SocketAddr::new(ip, port))).collect();
        (!addresses.is_empty()).then_some(Self { addresses })
    }

    /// The addresses, the one to tell first.
    pub fn addresses(&self) -> &[String] {
        &self.addresses
    }

    /// The address as a QR code in letters that are half black and half white.
    pub fn letters(&self) -> Option<String> {
        let code = code(self.addresses.first()?).ok()?;
        // Dark letters on light ground, as the code wants it; who prints it sees to the ground.
        Some(code.render::<unicode::Dense1x2>().quiet_zone(true).build())
    }

    /// The addresses and the code, with `behind` (such as `?game=0.77&view=play`) at its end.
    pub fn join(&self, behind: &str) -> Result<JoinAnswer, AnswerError> {
        let Some((address, others)) = self.addresses.split_first() else {
            return Ok(JoinAnswer::default());
        };
        let plain = |b: u8| b.is_ascii_graphic() && !matches!(b, b'"' | b'<' | b'>' | b'\\');
        if !(behind.is_empty() || behind.starts_with('?')) || !behind.bytes().all(plain) {
            return Err(AnswerError::malformed(
                "this does not belong behind an address",
                "write ?game=0.77&view=play",
            ));
        }
        let code = code(&format!("{address}{behind}"))?;
        let picture = code
            .render::<svg::Color<'_>>()
            .min_dimensions(320, 320)
            .dark_color(svg::Color("#000000"))
            .light_color(svg::Color("#ffffff"))
            .build();
        // The declaration of XML is for files; this is part of an answer.
        let drawn = picture.find("<svg").map_or(picture.as_str(), |start| &picture[start..]);
        Ok(JoinAnswer {
            address: Some(address.clone()),
            others: others.to_vec(),
            qr: Some(drawn.to_owned()),
        })
    }
}

fn code(text: &str) -> Result<QrCode, AnswerError> {
    QrCode::with_error_correction_level(text, EcLevel::M)
        .map_err(|error| AnswerError::refused(format!("this has no QR code: {error}")))
}

/// The addresses of this machine in its networks: first the one by which it reaches others.
fn of_this_machine() -> Vec<IpAddr> {
    let networks = sysinfo::Networks::new_with_refreshed_list();
    let mut known: Vec<Ipv4Addr> = networks
        .iter()
        .flat_map(|networks| networks.values())
        .flat_map(sysinfo::NetworkData::ip_networks)
        .filter_map(|network| match network.addr {
            IpAddr::V4(ip) => Some(ip),
            IpAddr::V6(_) => None,
        })
        .filter(|ip| !ip.is_loopback() && !ip.is_link_local() && !ip.is_unspecified())
        .collect();
    // Private addresses first: a class is in one network.
    known.sort_by_key(|ip| (!ip.is_private(), *ip));
    known.dedup();
    if let Some(first) = towards_others().filter(|ip| !ip.is_loopback() && !ip.is_unspecified()) {
        known.retain(|ip| *ip != first);
        known.insert(0, first);
    }
    known.into_iter().map(IpAddr::V4).collect()
}

/// The address this machine would send from. Nothing is sent: a datagram socket is only told where
/// it would send to (an address that RFC 5737 keeps for documentation).
fn towards_others() -> Option<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    match socket.local_addr().ok()?.ip() {
        IpAddr::V4(ip) => Some(ip),
        IpAddr::V6(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_questions::endpoints::BEHIND;

    fn class(address: &str) -> Class {
        Class::at(address.parse().unwrap()).unwrap()
    }

    #[test]
    fn only_what_others_can_reach_is_told() {
        assert_eq!(Class::at("127.0.0.1:8017".parse().unwrap()), None);
        assert_eq!(Class::at("[::1]:8017".parse().unwrap()), None);
        assert_eq!(class("192.168.1.7:8017").addresses(), ["http://192.168.1.7:8017/"]);
        assert_eq!(class("[fe80::7]:80").addresses(), ["http://[fe80::7]:80/"]);
        for ip in of_this_machine() {
            assert!(!ip.is_loopback() && !ip.is_unspecified(), "{ip}");
        }
    }

    #[test]
    fn the_code_holds_the_address_and_the_view() {
        let class = class("10.0.0.5:8017");
        let home = class.join("").unwrap();
        assert_eq!(home.address.as_deref(), Some("http://10.0.0.5:8017/"));
        let play = class.join("?game=0.77&view=play").unwrap();
        let drawn = play.qr.unwrap();
        assert!(drawn.starts_with("<svg") && home.qr.as_deref() != Some(&drawn), "{drawn}");
        assert!(class.letters().unwrap().lines().count() > 10);
    }

    #[test]
    fn what_is_no_query_gets_no_code() {
        let class = class("10.0.0.5:8017");
        for wrong in ["game=0.77", "//elsewhere.example/", "?a b", "?\"", "?<", "?\u{e9}", "?\n"] {
            assert!(class.join(wrong).is_err(), "{wrong}");
        }
        assert!(class.join(&format!("?{}", "a".repeat(BEHIND))).is_ok());
        assert!(class.join(&format!("?{}", "a".repeat(9000))).is_err());
    }
}
